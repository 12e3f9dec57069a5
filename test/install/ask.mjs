// ask.mjs METHOD PATH [BODY [TOKEN]]: sends a request to the server over loopback; prints the status and the body. https:... is asked as it
// is, whoever signed the certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
process.removeAllListeners("warning");
const [method, path, body, token] = process.argv.slice(2);
try {
  const answer = await fetch(path.startsWith("http") ? path : `http://127.0.0.1${path}`, {
    method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body }),
  });
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
} catch (error) {
  process.stdout.write(`no answer: ${String(error.cause ?? error)}\n`);
}
