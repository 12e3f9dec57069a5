import { useRef } from "preact/hooks";
import { type ApiRequest, postOf, type Unguarded, withKey } from "../../api/call.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";

/** Sends a creation. Throws as `requestAsUser`. */
export type Create = <T>(request: Unguarded<ApiRequest<T>, "key">) => Promise<T>;

/**
 * Sends creations. The same one, sent again after a lost response or by a double click, happens once; another input, and one after a
 * success, is another creation. A refusal keeps the key: an earlier request may have succeeded before the login became too old.
 * `unanswered`: the keys of what was sent and has not succeeded as far as is known, by its input.
 */
export function newCreation(unanswered = new Map<string, string>()): Create {
  return async (request) => {
    const { path, body } = postOf(request);
    const input = JSON.stringify([path, body]);
    const key = unanswered.get(input) ?? newId(Date.now());
    unanswered.set(input, key);
    const created = await requestAsUser(withKey(request, key));
    unanswered.delete(input);
    return created;
  };
}

/** `newCreation` of a form, for as long as it is open. */
export function useCreation(): Create {
  const create = useRef<Create | null>(null);
  create.current ??= newCreation();
  return create.current;
}
