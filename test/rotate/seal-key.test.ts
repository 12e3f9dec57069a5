import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { checkFile, closeStocktake, fileOf, sealed } from "../inventories/seal/closed.ts";
import { rotate } from "./command.ts";

test("seal-key: the command prints the public key that signs from now on", async () => {
  const server = await startServer();
  await server.halt();
  const { stdout } = await rotate(server.folder, ["seal-key", "--yes"]);
  await server.restart();
  const [{ publicKey }] = await sealed(server.manager, await closeStocktake(server));
  expect(stdout).toContain(`seal-key: replaced. The new public key is ${publicKey}`);
});

test("seal-key: a record that the old key has signed stays genuine", async () => {
  const server = await startServer();
  const json = await fileOf(server.manager, await closeStocktake(server), "json");
  await server.halt();
  await rotate(server.folder, ["seal-key", "--yes"]);
  await server.restart();
  expect((await checkFile(server.manager, json)).body.outcome).toBe("genuine");
});
