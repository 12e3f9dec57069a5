import type { IncomingMessage } from "node:http";
import { TooSlow } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";

/**
 * Calls `failed` with TooSlow when the rest of a body arrives more slowly than it must, until the function that this gives
 * is called.
 */
export function watchBody(
  { socket }: IncomingMessage,
  { ms, bytes }: RequestLimits["slowBody"],
  failed: (error: TooSlow) => void,
): () => void {
  let before = socket.bytesRead;
  const look = () => {
    if (socket.bytesRead - before < bytes) failed(tooSlow());
    before = socket.bytesRead;
  };
  // After what has arrived is read: the event loop may have been held up longer than the client.
  const timer = setInterval(() => setImmediate(look), ms).unref();
  return () => clearInterval(timer);
}

function tooSlow(): TooSlow {
  return new TooSlow(
    msg(
      "The request arrived too slowly. Check the connection and try again.",
      "Požadavek přicházel příliš pomalu. Zkontrolujte připojení a zkuste to znovu.",
    ),
  );
}
