import { type ApiRequest, type Query, type Unguarded, withTag } from "../../api/call.ts";
import { type RequestOptions, requestIfChanged } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";

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
