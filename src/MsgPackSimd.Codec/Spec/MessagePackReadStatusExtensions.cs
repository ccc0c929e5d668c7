using System.Buffers;

namespace MsgPackSimd.Codec;

internal static class MessagePackReadStatusExtensions
{
    public static OperationStatus ToOperationStatus(this MessagePackReadStatus status) => status switch
    {
        MessagePackReadStatus.Done => OperationStatus.Done,
        MessagePackReadStatus.NeedMoreData => OperationStatus.NeedMoreData,
        _ => OperationStatus.InvalidData,
    };
}
