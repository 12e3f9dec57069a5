import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { check, errorsOf, imported } from "./uploads.ts";

const HEAD = "User name,First name,Last name,Roles,Badge number";

test("badges of people are imported and exported, and belong to one person each", async () => {
  const { admin } = await startServer();
  const file = `${HEAD}\nida,Ida,Nova,User,B-1\nuser,,,,B-2`;
  const { body } = await check(admin, "users", file);
  expect(body).toMatchObject({ toCreate: 1, toUpdate: 1 });
  expect(body.preview.update[0].changes).toEqual([{ column: "Badge number", before: null, after: "B-2" }]);
  await imported(admin, "users", file);
  expect((await admin.get("/api/users/3")).body.badgeCode).toBe("B-2");
  const { bytes } = await admin.get("/api/export/users");
  const [head = [], ...rows] = await cellsIn(bytes);
  const badges = rows.map((row) => [row[head.indexOf("User name")], row[head.indexOf("Badge")]]);
  expect(badges).toEqual(
    expect.arrayContaining([
      ["ida", "B-1"],
      ["user", "B-2"],
    ]),
  );
  // The exported file changes nothing, and an empty cell keeps the badge.
  expect((await check(admin, "users", bytes.toString())).body).toMatchObject({ toCreate: 0, toUpdate: 0 });
  expect((await check(admin, "users", `${HEAD}\nuser,,,,`)).body).toMatchObject({ toUpdate: 0 });
  expect(await errorsOf(admin, "users", `${HEAD}\nmanager,,,,B-2\nadmin,,,,B-3\nboth,,,,B-3`)).toEqual([
    [2, "Badge number", "is taken"],
    [4, "Badge number", "is the same as in row 3"],
  ]);
});
