import { expect, test } from "vitest";
import { makeHub, type Topic } from "../../src/http/sse/hub.ts";
import { makeLog } from "../../src/platform/log.ts";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();

test("a topic that could not be read is sent as soon as it can, without a further change, and others at once", async () => {
  const { storage } = server.appliance.dependencies;
  let reads = 0;
  const failing: Topic = {
    name: "failing",
    tables: ["article"],
    state: () => (reads++ === 0 ? Promise.reject(new Error("the reader has ended")) : Promise.resolve("1")),
  };
  const other: Topic = { name: "other", tables: ["article"], state: () => Promise.resolve("2") };
  const hub = makeHub(storage, makeLog("silent"), 1);
  const sent: string[] = [];
  const leaving = new AbortController();
  await new Promise<void>((done) => {
    const subscription = { channel: "all", tenantId: 1, topics: [failing, other], isIncluded: () => true };
    const send = (name: string) => {
      sent.push(name);
      if (sent.length === 2) done();
    };
    hub.subscribe(subscription, send, leaving.signal);
  });
  leaving.abort();
  expect(sent).toEqual(["other", "failing"]);
});
