import { useRef } from "preact/hooks";
import { type ApiRequest, postOf, type Unguarded, withKey } from "../../api/call.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";

/** Sends a creation. Throws as `requestAsUser`. */
type Create = <T>(request: Unguarded<ApiRequest<T>, "key">) => Promise<T>;

/**
 * Sends creations. The same one, sent again after a lost response or by a double click, happens once; another input, and one after a
 * success, is another creation.
 */
export function useCreation(): Create {
  const last = useRef<{ readonly input: string; readonly key: string } | null>(null);
  return async (request) => {
    const { path, body } = postOf(request);
    const input = JSON.stringify([path, body]);
    const { key } = last.current?.input === input ? last.current : { key: newId(Date.now()) };
    last.current = { input, key };
    const created = await requestAsUser(withKey(request, key));
    last.current = null;
    return created;
  };
}
