import { expect, test } from "vitest";
import { defaultHost } from "../../src/platform/networks.ts";
import { startServer } from "../harness/server.ts";

test("without HOST, IPv4 and IPv6 clients of the same port are answered, and both loopbacks count as this machine", async () => {
  const server = await startServer({ settings: { HOST: "", MDNS_ENABLED: "false" } });
  const { port } = server.appliance;
  // Free of a token for the machine itself alone.
  const status = (host: string) =>
    fetch(`http://${host}:${port}/metrics`).then(
      (response) => response.status,
      () => "no response",
    );
  expect(server.url).toBe(`http://127.0.0.1:${port}`);
  expect(await status("127.0.0.1")).toBe(200);
  expect(await status("[::1]")).toBe(defaultHost() === "::" ? 200 : "no response");
});

test("HOST=0.0.0.0 listens on IPv4 alone", async () => {
  const server = await startServer({ settings: { HOST: "0.0.0.0", MDNS_ENABLED: "false" } });
  await expect(fetch(`http://[::1]:${server.appliance.port}/health`)).rejects.toThrow();
});
