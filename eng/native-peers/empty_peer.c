// Does nothing: what it costs to call the others from .NET.
#include "peer.h"

PEER_BODY(empty)
{
    (void)values, (void)bytes, (void)length;
    return count;
}

PEER_FUNCTION(empty)
