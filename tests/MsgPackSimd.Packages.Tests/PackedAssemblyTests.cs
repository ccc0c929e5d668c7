using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>The assemblies in the packages: their versions, what they reference, and that all that is public is documented.</summary>
/// <remarks>They are read as metadata, not loaded: MsgPackSimd would need <c>MessagePack</c> for that.</remarks>
[Collection(PackedPackages.Collection)]
public sealed class PackedAssemblyTests(PackedPackages packages)
{
    private const string CodecAssembly = "lib/net10.0/MsgPackSimd.Codec.dll";
    private const string FormattersAssembly = "lib/net10.0/MsgPackSimd.dll";

    [Fact]
    public void The_codec_references_the_base_class_library_only() => Assert.Empty(References(packages.Codec[CodecAssembly]));

    [Fact]
    public void The_formatters_reference_MessagePack_and_the_codec_only()
    {
        Dictionary<string, Version> references = References(packages.Formatters[FormattersAssembly]);
        Assert.Equal(["MessagePack", "MsgPackSimd.Codec"], references.Keys.Order());
        Assert.Equal(AssemblyVersion, references["MsgPackSimd.Codec"]);

        // A reference binds to its version or a higher one. The substitute's is lower than any that a user can have; the real package's is
        // its own, which the nuspec makes the lowest that a user can have.
        Version expected = BuildProperties.MessagePackSource == "Substitute"
            ? new Version(3, 0, 0, 0)
            : new Version(BuildProperties.MessagePackVersion + ".0");
        Assert.Equal(expected, references["MessagePack"]);
    }

    [Fact]
    public void Nothing_of_MessagePack_is_compiled_into_the_assemblies()
    {
        foreach (byte[] assembly in new[] { packages.Codec[CodecAssembly], packages.Formatters[FormattersAssembly] })
        {
            using var file = new PEReader(new MemoryStream(assembly));
            MetadataReader metadata = file.GetMetadataReader();
            Assert.DoesNotContain(
                metadata.TypeDefinitions.Select(type => metadata.GetString(metadata.GetTypeDefinition(type).Namespace)),
                name => name == "MessagePack" || name.StartsWith("MessagePack.", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void The_assemblies_have_the_version_of_their_packages()
    {
        using var folder = new TemporaryFolder();
        foreach (byte[] assembly in new[] { packages.Codec[CodecAssembly], packages.Formatters[FormattersAssembly] })
        {
            string path = folder.Combine("assembly.dll");
            File.WriteAllBytes(path, assembly);
            Assert.Equal(AssemblyVersion, AssemblyName.GetAssemblyName(path).Version);

            FileVersionInfo version = FileVersionInfo.GetVersionInfo(path);
            Assert.Equal(AssemblyVersion.ToString(), version.FileVersion);

            // Where it was built from a git repository, the commit follows after a plus sign.
            Assert.Equal(BuildProperties.PackageVersion, version.ProductVersion!.Split('+')[0]);
        }
    }

    [Fact]
    public void Every_public_member_is_documented()
    {
        AssertDocumented(packages.Codec[CodecAssembly], packages.Codec["lib/net10.0/MsgPackSimd.Codec.xml"]);
        AssertDocumented(packages.Formatters[FormattersAssembly], packages.Formatters["lib/net10.0/MsgPackSimd.xml"]);
    }

    private static Version AssemblyVersion => new(BuildProperties.PackageVersion.Split('-')[0] + ".0");

    /// <summary>What an assembly references, the base class library aside.</summary>
    private static Dictionary<string, Version> References(byte[] assembly)
    {
        using var file = new PEReader(new MemoryStream(assembly));
        MetadataReader metadata = file.GetMetadataReader();
        return metadata.AssemblyReferences
            .Select(metadata.GetAssemblyReference)
            .Where(reference => !metadata.GetString(reference.Name).StartsWith("System.", StringComparison.Ordinal))
            .ToDictionary(reference => metadata.GetString(reference.Name), reference => reference.Version);
    }

    private static void AssertDocumented(byte[] assembly, byte[] documentation)
    {
        using var stream = new MemoryStream(documentation);
        List<string> documented = XDocument.Load(stream).Descendants("member")
            .Where(member => member.Elements("inheritdoc").Any() || member.Elements("summary").Any(summary => summary.Value.Trim() != ""))
            .Select(member => (string)member.Attribute("name")!)

            // The parameters tell overloads apart; here it is enough that there are as many entries as overloads.
            .Select(name => name.Split('(')[0])
            .ToList();
        using var file = new PEReader(new MemoryStream(assembly));
        List<string> members = PublicMembers(file.GetMetadataReader()).ToList();
        Assert.NotEmpty(members);
        Assert.Empty(members
            .CountBy(member => member)
            .Where(member => documented.Count(name => name == member.Key) < member.Value)
            .Select(member => $"{member.Key}, {member.Value} times"));
    }

    /// <summary>What another assembly can see, except constructors and operators, as the documentation file names it, without parameters.</summary>
    private static IEnumerable<string> PublicMembers(MetadataReader metadata)
    {
        foreach (TypeDefinition type in metadata.TypeDefinitions.Select(metadata.GetTypeDefinition).Where(type => IsPublic(metadata, type)))
        {
            string typeName = FullName(metadata, type);
            yield return "T:" + typeName;
            foreach (FieldDefinition field in type.GetFields().Select(metadata.GetFieldDefinition))
            {
                if (IsPublic(field.Attributes) && !field.Attributes.HasFlag(FieldAttributes.SpecialName))
                {
                    yield return $"F:{typeName}.{metadata.GetString(field.Name)}";
                }
            }

            foreach (PropertyDefinition property in type.GetProperties().Select(metadata.GetPropertyDefinition))
            {
                PropertyAccessors accessors = property.GetAccessors();
                if (IsPublic(metadata, accessors.Getter) || IsPublic(metadata, accessors.Setter))
                {
                    yield return $"P:{typeName}.{metadata.GetString(property.Name)}";
                }
            }

            foreach (MethodDefinitionHandle handle in type.GetMethods())
            {
                // Special names are accessors, and constructors, which the compiler also writes unasked.
                MethodDefinition method = metadata.GetMethodDefinition(handle);
                if (IsPublic(metadata, handle) && !method.Attributes.HasFlag(MethodAttributes.SpecialName))
                {
                    int typeParameters = method.GetGenericParameters().Count;
                    yield return $"M:{typeName}.{metadata.GetString(method.Name)}{(typeParameters > 0 ? $"``{typeParameters}" : "")}";
                }
            }
        }
    }

    private static string FullName(MetadataReader metadata, TypeDefinition type)
    {
        string name = metadata.GetString(type.Name);
        if (!type.GetDeclaringType().IsNil)
        {
            return $"{FullName(metadata, metadata.GetTypeDefinition(type.GetDeclaringType()))}.{name}";
        }

        string @namespace = metadata.GetString(type.Namespace);
        return @namespace.Length > 0 ? $"{@namespace}.{name}" : name;
    }

    private static bool IsPublic(MetadataReader metadata, TypeDefinition type) => (type.Attributes & TypeAttributes.VisibilityMask) switch
    {
        TypeAttributes.Public => true,
        TypeAttributes.NestedPublic or TypeAttributes.NestedFamily or TypeAttributes.NestedFamORAssem =>
            IsPublic(metadata, metadata.GetTypeDefinition(type.GetDeclaringType())),
        _ => false,
    };

    private static bool IsPublic(FieldAttributes attributes) =>
        (attributes & FieldAttributes.FieldAccessMask) is FieldAttributes.Public or FieldAttributes.Family or FieldAttributes.FamORAssem;

    private static bool IsPublic(MetadataReader metadata, MethodDefinitionHandle handle) =>
        !handle.IsNil
        && (metadata.GetMethodDefinition(handle).Attributes & MethodAttributes.MemberAccessMask)
            is MethodAttributes.Public or MethodAttributes.Family or MethodAttributes.FamORAssem;
}
