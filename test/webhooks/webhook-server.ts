import { expect } from "vitest";
import { recordOutgoingEvent } from "../../src/outgoing-events/outgoing-events.ts";
import type { DispatchOptions } from "../../src/webhooks/dispatch.ts";
import type { Client } from "../harness/client.ts";
import type { TestClock } from "../harness/clock.ts";
import { type ServerOptions, startServerWithClock, type TestServer } from "../harness/server.ts";
import { TO_THIS_MACHINE } from "./dispatch-options.ts";

export { TO_THIS_MACHINE };

/** A server whose webhooks may reach this machine, its Admin, and its clock. */
export interface WebhookServer {
  readonly server: TestServer;
  readonly admin: Client;
  readonly clock: TestClock;
}

export async function startWebhookServer(
  webhooks: Partial<DispatchOptions> = {},
  options: Omit<ServerOptions, "webhooks" | "clock"> = {},
): Promise<WebhookServer> {
  const { clock, server } = await startServerWithClock({
    ...options,
    webhooks: { ...TO_THIS_MACHINE, ...webhooks },
  });
  return { server, admin: server.admin, clock };
}

/**
 * Adds a webhook. Returns its id and its secret. By default it gets the events of `recordRecovered` alone: a server whose clock is
 * moved by days records others.
 */
export async function addWebhook(admin: Client, url: string, more: object = {}) {
  const types = ["printer.recovered"];
  const response = await admin.post("/api/webhooks", { name: "ERP", url, types, ...more });
  expect(response.status, response.text).toBe(201);
  const { secret, webhook } = response.body;
  return { oid: webhook.oid as number, path: `/api/webhooks/${webhook.oid}`, secret: secret as string };
}

let causes = 0;

/** Records an event; each call is another cause. */
export async function recordRecovered({ appliance }: TestServer, tenantId = 1): Promise<number> {
  const oid = ++causes;
  await appliance.dependencies.storage.write(tenantId, (tx) =>
    recordOutgoingEvent(tx, {
      ...{ tenantId, type: "printer.recovered", data: { oid, name: "Zebra" }, dedupeKey: `test ${oid}` },
    }),
  );
  return oid;
}

/** The deliveries of a webhook, newest first. */
export async function deliveriesOf(admin: Client, { path }: { path: string }) {
  const { status, body, text } = await admin.get(`${path}/deliveries`);
  expect(status, text).toBe(200);
  return body;
}

/** Waits until the newest delivery matches. */
export async function newestBecomes(admin: Client, webhook: { path: string }, expected: object) {
  await expect.poll(async () => (await deliveriesOf(admin, webhook))[0]).toMatchObject(expected);
  return (await deliveriesOf(admin, webhook))[0];
}
