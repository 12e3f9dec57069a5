import type { ApiRequest } from "../../api/call.ts";
import { type RequestOptions, requestIfChanged } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";

/** A record and the tag that a change of it names. */
export interface Tagged<T> {
  readonly body: T;
  readonly tag: string | null;
}

/** Asks for a record, or changes it, and gives it with its tag. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function requestTagged<T>(
  request: ApiRequest<T>,
  options: RequestOptions = {},
): Promise<Tagged<T>> {
  const answer = await withToken(userToken, (token) =>
    requestIfChanged(request, null, { ...options, token }),
  );
  if (answer === null) throw new Error("an answer without a body to a question without a tag");
  return answer;
}

/** Changes a record where it is still the one of the tag. Throws as `requestTagged`; ApiError with 412 where it is not. */
export function putTagged<T>(request: ApiRequest<T, "PUT">, tag: string | null): Promise<Tagged<T>> {
  return requestTagged(request, { headers: { ...(tag !== null && { "If-Match": tag }) } });
}
