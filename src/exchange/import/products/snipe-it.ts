import { msg } from "../../../domain/message.ts";
import { ADDRESS_ONLY, ARCHIVED, NO_DEPRECIATION, NO_HAND_OVER, type ProductFile } from "./product-file.ts";

// Sources: grokability/snipe-it, app/Http/Controllers/ReportsController.php (postCustom: columns, BOM, formula mark),
// app/Presenters/AssetPresenter.php (titles of the table), resources/lang/en-US and de-DE (admin/hardware/table.php, form.php),
// version 8. Reports, Custom Asset Report; or Assets, Export.

const TYPES = ["Type", "Typ"];
const STATES = ["Status"];
const WARRANTY = ["Warranty", "Garantie"];
const WARRANTY_END = ["Warranty Expires", "Garantie Ablaufdatum"];

/** Assets of Snipe-IT. */
export const SNIPE_IT: ProductFile = {
  id: "snipe-it",
  title: msg("Snipe-IT: assets"),
  kind: "articles",
  signature: [
    ["Asset Tag"],
    ["Model", "Modell"],
    [
      "Checked Out",
      "Checked Out To",
      "Default Location",
      "Model No.",
      "Warranty Expires",
      "EOL",
      "Herausgegeben",
      "Herausgegeben an",
      "Standard-Standort",
      "Garantie Ablaufdatum",
      "EOL Rate",
    ],
  ],
  fields: [
    { field: "code", from: ["Asset Tag"] },
    { field: "name", from: ["Asset Name", "Name", "Model", "Modell"] },
    { field: "category", from: ["Category", "Kategorie"] },
    { field: "type", from: ["Model", "Modell"] },
    {
      field: "state",
      from: STATES,
      // In the report with its group: `Ready to Deploy (deployed)`.
      rule: {
        values: { "ready to deploy": "In stock", einsatzbereit: "In stock", deployed: "In use" },
        byGroup: { deployed: "In use" },
      },
    },
    { field: "price", from: ["Purchase Cost", "Cost", "Kosten", "Kaufpreis"], rule: "amount" },
    { field: "serialNumber", from: ["Serial", "Seriennummer"] },
    {
      field: "user",
      from: ["Username", "Checked Out", "Checked Out To", "Herausgegeben", "Herausgegeben an"],
      except: {
        headers: TYPES,
        matches: /^(?!(?:user|benutzer)?$)/i,
        reason: msg("It is assigned to a location or another asset, not to a person."),
      },
      left: NO_HAND_OVER,
    },
    { field: "note", from: ["Notes", "Notizen"] },
    { field: "dtBuy", from: ["Purchased", "Purchase Date", "Kaufdatum"] },
    { field: "supplier", from: ["Supplier", "Lieferant"] },
    { field: "warrantyEnd", from: WARRANTY_END },
    {
      field: "location",
      from: ["Location", "Standort", "Default Location", "Standard-Standort"],
      rule: "name",
    },
  ],
  left: [
    { headers: ["Device Image", "Geräte-Bild", "Image"], reason: ADDRESS_ONLY },
    { headers: WARRANTY, where: WARRANTY_END, reason: msg("The end of the warranty is taken.") },
    {
      headers: WARRANTY,
      reason: msg("It is a duration. Export the end of the warranty too, which is taken."),
    },
    {
      headers: [
        "Checkout Date",
        "Expected Checkin Date",
        "Last Checkin Date",
        "Herausgabedatum",
        "Erwartetes Rückgabedatum",
        "Letztes Rücknahmedatum",
      ],
      reason: msg("Hand-overs are not imported."),
    },
    {
      headers: [
        "Current Value",
        "Aktueller Wert",
        "Diff",
        "Differenz",
        "Fully Depreciated",
        "Komplett Abgeschrieben",
      ],
      reason: NO_DEPRECIATION,
    },
  ],
  rejects: [
    { headers: ["Deleted", "Gelöscht"], matches: /./, reason: msg("The record is deleted there.") },
    { headers: STATES, matches: /archiv/i, reason: ARCHIVED },
  ],
  deciding: ["Deleted", "Gelöscht", ...TYPES],
  defaults: { category: "Snipe-IT", type: "Snipe-IT" },
  formulaMark: "`",
};
