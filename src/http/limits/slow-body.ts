import type { IncomingMessage } from "node:http";
import { TooSlow } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";

/**
 * Watches the transfer rate of a request body. Calls `failed` with TooSlow when less than `bytes` arrive within `ms`. The
 * returned function stops the watch.
 */
export function watchBody(
  { socket }: { readonly socket: Pick<IncomingMessage["socket"], "bytesRead"> },
  { ms, bytes }: RequestLimits["slowBody"],
  failed: (error: TooSlow) => void,
): () => void {
  let previous = socket.bytesRead;
  const check = () => {
    if (socket.bytesRead - previous < bytes) failed(tooSlow());
    previous = socket.bytesRead;
  };
  // Checks after pending reads: the event loop may have been blocked longer than the client.
  const timer = setInterval(() => setImmediate(check), ms).unref();
  return () => clearInterval(timer);
}

function tooSlow(): TooSlow {
  return new TooSlow(msg("The request arrived too slowly. Check the connection and try again."));
}
