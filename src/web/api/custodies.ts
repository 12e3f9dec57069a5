import { call } from "./call.ts";
import { formBody } from "./send-request.ts";

/** The upload of a photo of the condition. */
export const custodyPhoto = (id: number, kind: "start" | "end", photo: Blob) =>
  call("POST /api/photocustody", { body: formBody({ custodyId: id, kind, photo }, `custody-${id}.jpg`) });
