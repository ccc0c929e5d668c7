using System;
using System.Globalization;
using System.Reflection;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>Turns the value of an expression block into text, the same in every country.</summary>
internal static class ToStringHelper
{
    /// <summary>By <c>ToString(IFormatProvider)</c> where the type has it, as other T4 engines do; null is an error there, too.</summary>
    public static string? ToStringWithCulture(object? objectToConvert)
    {
        ArgumentNullException.ThrowIfNull(objectToConvert);
        if (objectToConvert is IConvertible convertible)
        {
            return convertible.ToString(CultureInfo.InvariantCulture);
        }

        MethodInfo? method = objectToConvert.GetType().GetMethod(nameof(ToString), [typeof(IFormatProvider)]);
        return method is null ? objectToConvert.ToString() : (string?)method.Invoke(objectToConvert, [CultureInfo.InvariantCulture]);
    }
}
