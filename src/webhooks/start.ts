import type { Dependencies } from "../http/dependencies.ts";
import { type DispatchOptions, WebhookDispatcher } from "./dispatcher.ts";
import { type WebhookKeys, webhookKeys } from "./secrets.ts";

/** The webhooks of a running server. */
export interface Webhooks {
  readonly keys: WebhookKeys;
  readonly dispatcher: WebhookDispatcher;
}

/** Reads the keys. The dispatcher sends once it is started. `options`: for tests. */
export function makeWebhooks(dependencies: Dependencies, options?: Partial<DispatchOptions>): Webhooks {
  const keys = webhookKeys(dependencies.storage.folder);
  return { keys, dispatcher: new WebhookDispatcher(dependencies, keys, options) };
}
