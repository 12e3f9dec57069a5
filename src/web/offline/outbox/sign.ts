import { hexOf, hmacSha256, sha256 } from "../../../domain/sha256.ts";
import { session } from "../../api/tokens.ts";
import type { Delivery, QueuedCommand } from "../../db/outbox-shapes.ts";
import type { StoredSubmission } from "../../db/values.ts";
import { LATER, requestOf } from "./command-request.ts";

// A command is signed while its author is logged in. The lock deletes the key, so nobody signs another one at a locked terminal. The
// submission token delivers signed commands only (http/pipeline/request-body.ts).

type Signed = Pick<QueuedCommand, "id" | "userId" | "tenantId" | "task">;

/** Signs a command with the login of its author; undefined: another user, or nobody, is logged in. */
export async function sign(command: Signed): Promise<Delivery | undefined> {
  const login = session.value;
  if (login?.submission === undefined || login.accessToken === undefined) return undefined;
  if (login.user.id !== command.userId || login.tenantId !== command.tenantId) return undefined;
  return signWith(login.submission, command);
}

async function signWith({ token, key }: StoredSubmission, { id, task }: Signed): Promise<Delivery> {
  const signature = (operationId: string, subject: string, content: Uint8Array) =>
    base64url(hmacSha256(bytesOf(key), encoded(`${operationId}\n${subject}\n${hexOf(sha256(content))}`)));
  const ofPhoto = async (operationId: string, photo: Blob | null) =>
    photo && signature(operationId, "photo", new Uint8Array(await new Response(photo).arrayBuffer()));
  switch (task.kind) {
    case "photo":
      return { token, signature: null, photoSignature: await ofPhoto(id, task.file) };
    case "custody":
      return { token, signature: null, photoSignature: await ofPhoto(`${id}-photo`, task.photo) };
    default: {
      const request = await requestOf(task, null);
      if (request === LATER) throw new Error(`a ${task.kind} waits for no other operation`);
      const { path, body } = request;
      const photo = task.kind === "proposal" ? task.photo : null;
      return {
        token,
        signature: signature(id, path, encoded(JSON.stringify(body))),
        photoSignature: await ofPhoto(`${id}-photo`, photo),
      };
    }
  }
}

const encoded = (text: string) => new TextEncoder().encode(text);

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
