import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES } from "../../src/i18n/locales.ts";
import { decimal } from "../../src/inventories/report/money.ts";
import { moneyFormat } from "../../src/inventories/report/pdf/formats.ts";

test.each(Object.values(LOCALES))("money is written as Intl writes it in $region", ({ region }) => {
  const own = moneyFormat(region);
  const known = new Intl.NumberFormat(region, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => {
      // `decimal` returns a decimal number.
      expect(own(value)).toBe(known.format(decimal(value) as `${number}`));
    }),
    { examples: [[0n], [-1n], [9_999_999n], [10_000_000n], [-12_345_678_900n]] },
  );
});
