import type { ApiResponse } from "../harness/client.ts";
import { scan } from "../harness/paired-terminals.ts";
import type { TestServer } from "../harness/server.ts";
import { ELSEWHERE } from "./remote-client.ts";

/** A shared terminal on which Uma counts, with these headers in its requests. */
export async function pairCountingTerminal(
  server: TestServer,
  headers: Record<string, string> = ELSEWHERE,
  paired = headers,
) {
  const manager = await server.as("manager");
  const { body: code } = await manager.post("/api/device-auth/generate-code", { kind: "terminal" }, paired);
  const { body: activated } = await server.anonymous.post(
    "/api/device-auth/activate",
    { code: code.code },
    paired,
  );
  const { deviceToken, deviceTokenId } = activated;
  const exchange = (headers: Record<string, string>) =>
    server.anonymous.post("/api/device-auth/exchange", { deviceToken }, headers);
  const { body } = await exchange(paired);
  // The server may have started again, at another port.
  const device = () => server.withToken(body.accessToken);
  const { body: login } = await device().post("/api/pda/users/login", { userId: 3, pin: "3333" }, headers);
  const user = () => server.withToken(login.accessToken);
  const count = (headers: Record<string, string> = ELSEWHERE): Promise<ApiResponse> => {
    const operations = [scan({ itemId: 101, quantity: 1, userId: 3 })];
    return device().post(
      "/api/inventories/3/counts",
      { sentAt: new Date().toISOString(), operations },
      headers,
    );
  };
  const reportUnsent = (unsent: number) =>
    device().put("/api/device-auth/device/unsent", { unsent }, ELSEWHERE);
  return { deviceTokenId, device, user, exchange, count, reportUnsent };
}
