import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { createWarehouse } from "./stocktake.ts";

const LEVELS = 12;
const nameOf = (level: number) => `Level ${level} ${"n".repeat(90)}`;

test("of a very long path the report shows the end, and stores no more of it", async () => {
  const warehouse = createWarehouse(await startServer());
  const names = Array.from({ length: LEVELS }, (_, level) => nameOf(level));
  for (const [level, name] of names.entries()) await warehouse.addLocation(name, names[level - 1]);
  const [top, deepest] = [nameOf(0), nameOf(LEVELS - 1)];
  await warehouse.article("TOP", { [top]: 1 });
  await warehouse.article("DEEP", { [deepest]: 1 });
  const id = await warehouse.stocktake([top]);
  const paths = async () => {
    const { body } = await warehouse.manager.get(`/api/inventories/${id}/report`);
    const items: { location: { path: string } }[] = body.items;
    return items.map(({ location }) => location.path);
  };
  await warehouse.move(id, "finish", "process");
  const before = await paths();
  expect(before).toEqual([top, ["…", ...names.slice(-4)].join(" / ")]);
  await warehouse.move(id, "close");
  expect(await paths()).toEqual(before);
});
