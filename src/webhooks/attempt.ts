import type { Dependencies } from "../http/dependencies.ts";
import type { DispatchOptions } from "./dispatcher.ts";
import { signatureOf, type WebhookKeys } from "./secrets.ts";
import { type Answer, send } from "./send.ts";
import type { WebhookRecord } from "./webhooks.ts";

/** An event for a receiver. */
interface OutgoingMessage {
  /** The same for each attempt. */
  readonly messageId: string;
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  /** JSON. */
  readonly data: string;
}

/** Signs and sends a message once. Never rejects. */
export type Attempt = (webhook: WebhookRecord, message: OutgoingMessage) => Promise<Answer>;

/** Makes the attempts of a server. `signal`: ends them. */
export function makeAttempt(
  { clock }: Pick<Dependencies, "clock">,
  keys: WebhookKeys,
  options: Pick<DispatchOptions, "allowsAddress" | "resolveHost" | "timeoutMs">,
  signal: AbortSignal,
): Attempt {
  return async (webhook, { messageId, type, at, data }) => {
    const secrets = validSecrets(webhook, keys, clock.iso());
    if (secrets === null) return unreadable;
    const body = `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${data}}`;
    // Receivers compare it with their own clocks.
    const timestamp = Math.floor(clock.wallTime() / 1000);
    const headers = {
      "webhook-id": messageId,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureOf({ id: messageId, timestamp, body }, secrets),
    };
    return send({ url: webhook.url, headers, body }, { ...options, signal });
  };
}

/** The secret, and after a rotation the earlier one. Null: the secret can't be decrypted. */
function validSecrets(webhook: WebhookRecord, keys: WebhookKeys, now: string): readonly Buffer[] | null {
  const { tenantId, earlierSecret, earlierUntil } = webhook;
  const secret = keys.decrypt(tenantId, webhook.secret);
  if (secret === null) return null;
  const isValid = earlierSecret !== null && earlierUntil !== null && earlierUntil > now;
  const earlier = isValid ? keys.decrypt(tenantId, earlierSecret) : null;
  return earlier === null ? [secret] : [secret, earlier];
}

const unreadable: Answer = {
  status: null,
  ms: 0,
  error: "secret",
  detail: null,
  retryAfterMs: null,
  isBusy: false,
};
