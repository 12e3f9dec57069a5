// request.mjs METHOD PATH [BODY [TOKEN]]: sends a request to the server over loopback; prints the status and the body.
// BODY may be @ARCHIVE: a bundle with its signature, as the console uploads it. PATH may be an https: URL; its certificate is not verified.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
process.removeAllListeners("warning");
const [method, path, body, token] = process.argv.slice(2);
function formOf(archive) {
  const form = new FormData();
  form.append("signature", readFileSync(`${archive}.sig`, "utf8"));
  form.append("bundle", new Blob([readFileSync(archive)]), basename(archive));
  return form;
}
const isForm = body?.startsWith("@");
try {
  const response = await fetch(path.startsWith("http") ? path : `http://127.0.0.1${path}`, {
    method,
    headers: {
      ...(body && !isForm && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: isForm ? formOf(body.slice(1)) : body }),
  });
  process.stdout.write(`${response.status} ${await response.text()}\n`);
} catch (error) {
  process.stdout.write(`no response: ${String(error.cause ?? error)}\n`);
}
