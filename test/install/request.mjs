// request.mjs METHOD PATH [BODY [TOKEN]]: sends a request to the server over loopback; prints the status and the body.
// PATH may be an https: URL; its certificate is not verified.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
process.removeAllListeners("warning");
const [method, path, body, token] = process.argv.slice(2);
try {
  const response = await fetch(path.startsWith("http") ? path : `http://127.0.0.1${path}`, {
    method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body }),
  });
  process.stdout.write(`${response.status} ${await response.text()}\n`);
} catch (error) {
  process.stdout.write(`no response: ${String(error.cause ?? error)}\n`);
}
