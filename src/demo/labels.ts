import { addFormat } from "../printing/formats/format.ts";
import { type PrinterType, typeIdOf } from "../printing/languages/printer-types.ts";
import { LABEL_ZPL as ZPL } from "../sample/warehouse.ts";
import type { Tx } from "../storage/database/statement.ts";

// The label formats, in the order of their ids.

const RECEIPT = `[center][bold][size 2]{{code}}
[center]{{name}}
[center][code128 80]{{code}}
[center][qr 6]{{code}}
[feed 2]
[cut]
`;

const TSPL = `SIZE 50 mm,25 mm
GAP 2 mm,0 mm
CLS
TEXT 16,16,"0",0,9,9,"{{name}}"
BARCODE 16,64,"128",64,0,0,2,2,"{{code}}"
TEXT 16,144,"0",0,10,10,"{{code}}"
PRINT 1
`;

const EPL = `N
q400
Q200,24
A16,16,0,3,1,1,N,"{{name}}"
B16,64,0,1,2,2,64,N,"{{code}}"
A16,144,0,4,1,1,N,"{{code}}"
P1
`;

/** Adds the label formats of both tenants. */
export function addFormats(tx: Tx): void {
  const add = (tenantId: number, name: string, type: PrinterType, template: string) =>
    addFormat(tx, tenantId, { name, template, printerTypeId: typeIdOf(type) });
  add(1, "Label 50×25 mm (ZPL)", "zpl", ZPL);
  add(1, "Receipt with QR code", "escpos", RECEIPT);
  add(1, "Label 50×25 mm (TSPL)", "tspl", TSPL);
  add(1, "Label 50×25 mm (EPL)", "epl", EPL);
  add(2, "Shop label", "zpl", ZPL);
}
