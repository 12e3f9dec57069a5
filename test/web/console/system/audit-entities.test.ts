import { expect, test } from "vitest";
import { ENTITIES as AUDITED } from "../../../../src/storage/database/audited-columns.ts";
import { ENTITIES } from "../../../../src/web/console/system/audit-texts.ts";

test("each audited record has a name on the screen", () => {
  expect(AUDITED.filter((entity) => ENTITIES[entity] === undefined)).toEqual([]);
});
