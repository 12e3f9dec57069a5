import { call } from "../api/call.ts";
import { requestFile } from "../api/send-request.ts";
import { userToken, withToken } from "../api/tokens.ts";
import type { Attachment } from "../api/types/endpoints.d.ts";
import { saveFile } from "../ui/save-file.ts";

/** Downloads an attachment and saves it under its name. */
export async function saveAttachment({ oid, fileName, contentType }: Attachment): Promise<void> {
  const file = await withToken(userToken, (token) =>
    requestFile(call("GET /api/attachments/{oid}", { oid }), { token }),
  );
  saveFile(new File([file], fileName, { type: contentType }));
}
