import { useRef } from "preact/hooks";
import { type ApiRequest, postOf, type Query, type Unguarded, withKey, withTag } from "../../api/call.ts";
import { newId } from "../../api/ids.ts";
import { type RequestOptions, requestIfChanged } from "../../api/send-request.ts";
import { requestAsUser, userToken, withToken } from "../../api/tokens.ts";

/** A record and its entity tag, which an update sends as `If-Match`. */
export interface Tagged<T> {
  readonly body: T;
  readonly tag: string | null;
}

/** Sends a request and returns the record with its tag. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function requestTagged<T>(
  request: ApiRequest<T>,
  options: RequestOptions = {},
): Promise<Tagged<T>> {
  const response = await withToken(userToken, (token) =>
    requestIfChanged(request, null, { ...options, token }),
  );
  if (response === null) throw new Error("unexpected response without a body");
  return response;
}

/** The tag of a record when a question about it is asked. Null where it can't be read: the server then refuses the change. */
export async function tagNow(read: Query<unknown>): Promise<string | null> {
  return requestTagged(read).then(
    ({ tag }) => tag,
    () => null,
  );
}

/** Updates a record if its tag is unchanged. Throws as `requestTagged`; ApiError with 412 if it has changed. */
export function putTagged<T>(
  request: Unguarded<ApiRequest<T, "PUT">, "tag">,
  tag: string | null,
): Promise<Tagged<T>> {
  return requestTagged(withTag(request, tag));
}

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
