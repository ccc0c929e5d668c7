using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;
using MsgPackSimd.Codec.Kernels;
using MethodBody = Mono.Cecil.Cil.MethodBody;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>
/// The codec, as it was built, a second time in this process, with calls to <see cref="KernelCounters"/> at the entry and the exits of every kernel. The calls
/// are put into a copy of the assembly, so that the one that ships has none, and a new kernel gets them without a line of code.
/// </summary>
internal static class CountedCodec
{
    private static readonly Lazy<Assembly> Woven = new(() => new AssemblyLoadContext("counted").LoadFromStream(Weave()));

    public delegate OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten);

    public delegate bool EncodeArray<T>(ReadOnlySpan<T> values, Span<byte> destination, out int bytesWritten);

    public delegate OperationStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten);

    public delegate OperationStatus DecodeSequence<T>(
        in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed, out int valuesWritten);

    public delegate OperationStatus EncodeNullable<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged;

    public delegate OperationStatus DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged;

    /// <summary>Gets the kernels that have a counted method.</summary>
    public static SortedSet<string> CountedKernels { get; } = [];

    /// <summary>Gets the methods that are called from outside their kernel and are not counted, each as the kernel and the method.</summary>
    public static SortedSet<string> UncountedMethods { get; } = new(StringComparer.Ordinal);

    public static Encode<T> EncodeElements<T>() => Get<Encode<T>, T>(typeof(MessagePackArrayEncoder), nameof(MessagePackArrayEncoder.EncodeElements));

    public static EncodeArray<T> TryEncode<T>() => Get<EncodeArray<T>, T>(typeof(MessagePackArrayEncoder), nameof(MessagePackArrayEncoder.TryEncode));

    public static Decode<T> DecodeElements<T>() => Get<Decode<T>, T>(typeof(MessagePackArrayDecoder), nameof(MessagePackArrayDecoder.DecodeElements));

    public static DecodeSequence<T> DecodeElementsOfSequence<T>() =>
        Get<DecodeSequence<T>, T>(typeof(MessagePackArrayDecoder), nameof(MessagePackArrayDecoder.DecodeElements), "ReadOnlySequence");

    public static EncodeNullable<T> EncodeNullableElements<T>()
        where T : unmanaged => Get<EncodeNullable<T>, T>(typeof(MessagePackArrayEncoder), nameof(MessagePackArrayEncoder.EncodeNullableElements));

    public static DecodeNullable<T> DecodeNullableElements<T>()
        where T : unmanaged => Get<DecodeNullable<T>, T>(typeof(MessagePackArrayDecoder), nameof(MessagePackArrayDecoder.DecodeNullableElements));

    /// <param name="type">The class that has the method.</param>
    /// <param name="method">The method's name.</param>
    /// <param name="first">What the name of its first parameter's type begins with: there are overloads for sequences.</param>
    private static TDelegate Get<TDelegate, T>(Type type, string method, string first = "ReadOnlySpan")
        where TDelegate : Delegate =>
        Woven.Value.GetType(type.FullName!, throwOnError: true)!
            .GetMethods()
            .Single(candidate => candidate.Name == method && candidate.GetParameters()[0].ParameterType.Name.StartsWith(first, StringComparison.Ordinal))
            .MakeGenericMethod(typeof(T))
            .CreateDelegate<TDelegate>();

    private static MemoryStream Weave()
    {
        using var assembly = AssemblyDefinition.ReadAssembly(typeof(MessagePackArrayEncoder).Assembly.Location);
        foreach (TypeDefinition type in assembly.MainModule.Types.Where(IsKernel))
        {
            foreach (MethodDefinition method in type.Methods.Where(IsEntry))
            {
                if (Count(method))
                {
                    CountedKernels.Add(Name(type));
                }
                else
                {
                    UncountedMethods.Add($"{Name(type)}.{method.Name}");
                }
            }
        }

        var stream = new MemoryStream();
        assembly.Write(stream);
        stream.Position = 0;
        return stream;
    }

    /// <summary>What follows a kernel's name where it counts what <see cref="FixIntRunEncoding"/> encodes with it.</summary>
    public const string Runs = ", runs";

    private static bool IsKernel(TypeDefinition type) =>
        type.Namespace.StartsWith("MsgPackSimd.Codec.Kernels", StringComparison.Ordinal)
        && !type.IsInterface
        && (type.Name.Contains("Encoder", StringComparison.Ordinal) || type.Name.Contains("Decoder", StringComparison.Ordinal));

    /// <summary>Whether the method is called from outside the kernel; the kernel's own helpers are counted with it.</summary>
    private static bool IsEntry(MethodDefinition method) =>
        method.HasBody && method.IsStatic && !method.IsPrivate
        && (method.Name.Contains("Encode", StringComparison.Ordinal) || method.Name.Contains("Decode", StringComparison.Ordinal) || IsBlock(method) || IsSixtyFour(method));

    /// <summary>Whether the method handles as many elements as a block has, or those that it does not skip.</summary>
    private static bool IsBlock(MethodDefinition method) =>
        method.Name is nameof(IBlockEncoder<int>.EncodeBlock) or nameof(IBlockEncoder<int>.EncodeLastBlock) or nameof(ICompressEncoder<int>.LayOut);

    /// <summary>Whether the method handles 64 elements, of which others may be encoded apart.</summary>
    private static bool IsSixtyFour(MethodDefinition method) => method.Name == nameof(IBlockEncoder<int>.NarrowSixtyFour);

    private static string Name(TypeDefinition type) => type.Name.Split('`')[0];

    /// <summary>Puts the calls into a method if its signature tells how many elements it handles.</summary>
    private static bool Count(MethodDefinition method)
    {
        ModuleDefinition module = method.Module;
        ParameterDefinition? handled = method.Parameters.FirstOrDefault(
            parameter => parameter.ParameterType.IsByReference && parameter.IsOut && parameter.Name is "valuesRead" or "valuesWritten" or "written" or "read");
        ParameterDefinition? count = method.Parameters.FirstOrDefault(parameter => parameter.Name == "count" && !parameter.ParameterType.IsByReference);
        ParameterDefinition? read = method.Parameters.FirstOrDefault(parameter => parameter.Name == "read" && !parameter.ParameterType.IsByReference);
        ParameterDefinition? skip = method.Parameters.FirstOrDefault(parameter => parameter.Name == "skip" && !parameter.ParameterType.IsByReference);
        MethodDefinition? blockLength = method.DeclaringType.Methods.FirstOrDefault(candidate => candidate.Name == "get_BlockLength");
        bool returnsCount = method.ReturnType.FullName == "System.IntPtr";
        bool returnsTruth = method.ReturnType.FullName == "System.Boolean" && count is not null;
        bool isBlock = IsBlock(method) && blockLength is not null;
        if (handled is null && !returnsCount && !returnsTruth && !isBlock && !IsSixtyFour(method) && count is null)
        {
            return false;
        }

        MethodBody body = method.Body;
        body.SimplifyMacros();
        ILProcessor il = body.GetILProcessor();
        MethodReference Counter(string name) => module.ImportReference(typeof(KernelCounters).GetMethod(name));
        string kernel = Name(method.DeclaringType) + (IsSixtyFour(method) ? Runs : string.Empty);

        var exits = body.Instructions.Where(instruction => instruction.OpCode == OpCodes.Ret).ToList();
        foreach (Instruction exit in exits)
        {
            List<Instruction> instead = [];
            if (handled is not null && !returnsCount)
            {
                var element = ((ByReferenceType)handled.ParameterType).ElementType;
                instead.Add(il.Create(OpCodes.Ldarg, handled));
                instead.Add(il.Create(element.FullName == "System.Int32" ? OpCodes.Ldind_I4 : OpCodes.Ldind_I));
                instead.Add(il.Create(OpCodes.Conv_I8));
            }
            else if (returnsCount || returnsTruth)
            {
                // All of the announced elements, or none.
                instead.Add(il.Create(OpCodes.Dup));
                instead.Add(il.Create(OpCodes.Conv_I8));
                if (returnsTruth)
                {
                    instead.Add(il.Create(OpCodes.Ldarg, count));
                    instead.Add(il.Create(OpCodes.Conv_I8));
                    instead.Add(il.Create(OpCodes.Mul));
                }
            }

            instead.Add(il.Create(OpCodes.Ldstr, kernel));
            instead.Add(il.Create(OpCodes.Call, Counter(handled is not null || returnsCount || returnsTruth ? "Exit" : "ExitAnnounced")));
            instead.Add(il.Create(OpCodes.Ret));

            // The old instruction stays the first one: branches lead to it.
            exit.OpCode = instead[0].OpCode;
            exit.Operand = instead[0].Operand;
            Instruction last = exit;
            foreach (Instruction instruction in instead.Skip(1))
            {
                il.InsertAfter(last, instruction);
                last = instruction;
            }
        }

        // On the way in, before anything has changed the arguments.
        List<Instruction> entry = [];
        if (isBlock)
        {
            entry.Add(il.Create(OpCodes.Call, OfItself(blockLength!)));
            entry.Add(il.Create(OpCodes.Conv_I8));
        }
        else if (IsSixtyFour(method))
        {
            entry.Add(il.Create(OpCodes.Ldc_I8, (long)FixIntRunEncoding.BlockLength));
        }
        else if (count is not null)
        {
            entry.Add(il.Create(OpCodes.Ldarg, count));
            entry.Add(il.Create(OpCodes.Conv_I8));
        }
        else
        {
            entry.Add(il.Create(OpCodes.Ldc_I8, 0L));
        }

        if ((isBlock ? skip : count is not null ? read : null) is { } less)
        {
            entry.Add(il.Create(OpCodes.Ldarg, less));
            entry.Add(il.Create(OpCodes.Conv_I8));
            entry.Add(il.Create(OpCodes.Sub));
        }

        entry.Add(il.Create(OpCodes.Call, Counter("Enter")));
        Instruction first = body.Instructions[0];
        entry.ForEach(instruction => il.InsertBefore(first, instruction));
        body.OptimizeMacros();
        return true;
    }

    /// <summary>A reference to a method of a generic type, as that type's own code calls it.</summary>
    private static MethodReference OfItself(MethodDefinition method)
    {
        if (!method.DeclaringType.HasGenericParameters)
        {
            return method;
        }

        var self = new GenericInstanceType(method.DeclaringType);
        foreach (GenericParameter parameter in method.DeclaringType.GenericParameters)
        {
            self.GenericArguments.Add(parameter);
        }

        return new MethodReference(method.Name, method.ReturnType, self);
    }
}
