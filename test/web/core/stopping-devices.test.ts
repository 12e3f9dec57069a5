import { expect, test } from "vitest";
import type { DeviceSummary } from "../../../src/web/api/types/endpoints.d.ts";
import { stoppingWith } from "../../../src/web/console/users/live-devices.ts";

const device = (
  deviceTokenId: number,
  userId: number,
  given: Partial<DeviceSummary> = {},
): DeviceSummary => ({
  ...{ deviceTokenId, deviceName: `Device ${deviceTokenId}`, kind: "personal", lastUsedDT: null, pending: 0 },
  ...{ user: { id: userId, fullName: "Max Dvorak" }, expiresAt: "2999-01-01T00:00:00Z", pairedBy: null },
  ...given,
});
const pairedBy = (id: number) => ({ pairedBy: { id, name: `Device ${id}` } });
const idsOf = (devices: readonly DeviceSummary[]) => devices.map(({ deviceTokenId }) => deviceTokenId);

test("with an account stop its personal devices and what they paired, each once; shared terminals stay", () => {
  const devices = [
    device(1, 2),
    device(2, 2, pairedBy(1)),
    device(3, 9, { kind: "terminal", ...pairedBy(2) }),
    device(4, 2, { kind: "terminal" }),
    device(5, 9, pairedBy(4)),
    device(6, 9),
  ];
  expect(idsOf(stoppingWith(2, devices))).toEqual([1, 2, 3]);
});

test("a pairing that has ended stops nothing", () => {
  const expiresAt = "2020-01-01T00:00:00Z";
  expect(stoppingWith(2, [device(1, 2, { expiresAt }), device(2, 9, pairedBy(1))])).toEqual([]);
});
