namespace MsgPackSimd.Codec.Kernels;

/// <summary>How an element that may be missing is written and read, without a branch on whether it is missing.</summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
internal interface INullableToken<TLane> : INullableTokenReader<TLane>, INullableTokenWriter<TLane>
    where TLane : unmanaged;
