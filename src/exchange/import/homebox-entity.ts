import type { ReadCell } from "../../platform/tables/source.ts";
import type { Collection, CollectionField, Entity } from "./homebox-tables.ts";
import { formatPath } from "./path.ts";

/** The items of a collection under the headers of the CSV export. */
interface EntityCells {
  readonly headers: readonly string[];
  readonly items: readonly { readonly id: string; readonly cells: readonly ReadCell[] }[];
}

/** The cells of each item. Locations are no rows; they are in the paths of the items. */
export function entityCells(collection: Collection): EntityCells {
  const { entities, entity_fields: fields } = collection;
  const locationTypes = new Set(
    collection.entity_types.filter((type) => type.is_location || type.location_type).map(({ id }) => id),
  );
  const isLocation = (entity: Entity) => locationTypes.has(entity.entity_type_entities ?? "");
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const tagNames = new Map(collection.tags.map(({ id, name }) => [id, name]));
  const tags = Map.groupBy(collection.tag_entities, (one) => one.entity_id);
  const fieldsOf = Map.groupBy(fields, (one) => one.entity_fields ?? "");
  const maintenance = Map.groupBy(collection.maintenance_entries, (one) => one.entity_id ?? "");
  const fieldNames = [...new Set(fields.map(({ name }) => name))];
  const items = entities.filter((entity) => !isLocation(entity));
  return {
    headers: [...Object.keys(COLUMNS), ...OTHERS, ...fieldNames.map((name) => `HB.field.${name}`)],
    items: items.map((entity) => {
      const above = ancestorsOf(entity, byId);
      const [parent] = above;
      const own = fieldsOf.get(entity.id) ?? [];
      const cells = [
        ...Object.values(COLUMNS).map((read) => read(entity)),
        formatPath(
          above
            .filter(isLocation)
            .reverse()
            .map(({ name }) => name),
        ),
        parent === undefined || isLocation(parent) ? "" : parent.import_ref || parent.name,
        (tags.get(entity.id) ?? []).map((one) => tagNames.get(one.tag_id) ?? "").join("; "),
        (maintenance.get(entity.id) ?? []).map(({ name }) => name).join("; "),
        ...fieldNames.map((name) => fieldValue(own.find((field) => field.name === name))),
      ];
      return { id: entity.id, cells: cells.map((cell) => (cell === "" ? null : cell)) };
    }),
  };
}

const day = (time: string) => (time.startsWith("0001") ? "" : time.slice(0, 10));
/** As the CSV export writes it: 000-012. */
const assetId = (id: number) =>
  String(id)
    .padStart(6, "0")
    .replace(/(\d{3})$/, "-$1");

const COLUMNS: Readonly<Record<string, (entity: Entity) => ReadCell>> = {
  "HB.name": (one) => one.name,
  "HB.asset_id": (one) => assetId(one.asset_id),
  "HB.import_ref": (one) => one.import_ref,
  "HB.description": (one) => one.description,
  "HB.notes": (one) => one.notes,
  "HB.quantity": (one) => one.quantity,
  "HB.purchase_price": (one) => one.purchase_price,
  "HB.purchase_from": (one) => one.purchase_from,
  "HB.purchase_date": (one) => day(one.purchase_date || one.purchase_time),
  "HB.warranty_expires": (one) => day(one.warranty_expires),
  "HB.warranty_details": (one) => one.warranty_details,
  "HB.serial_number": (one) => one.serial_number,
  "HB.manufacturer": (one) => one.manufacturer,
  "HB.model_number": (one) => one.model_number,
  "HB.insured": (one) => one.insured || null,
  "HB.lifetime_warranty": (one) => one.lifetime_warranty || null,
  "HB.archived": (one) => one.archived,
  "HB.sold_date": (one) => day(one.sold_date || one.sold_time),
  "HB.sold_to": (one) => one.sold_to,
};
const OTHERS = ["HB.location", "HB.parent_import_ref", "HB.tags", "HB.maintenance"];

/** What an item is in, the nearest first. Each is named once, also where items are inside each other. */
function ancestorsOf(entity: Entity, byId: ReadonlyMap<string, Entity>): Entity[] {
  const above = new Set<Entity>();
  let next = byId.get(entity.entity_children ?? "");
  while (next !== undefined && next !== entity && !above.has(next)) {
    above.add(next);
    next = byId.get(next.entity_children ?? "");
  }
  return [...above];
}

function fieldValue(field: CollectionField | undefined): ReadCell {
  if (field === undefined) return null;
  if (field.type === "number") return field.number_value;
  if (field.type === "boolean") return field.boolean_value;
  return field.type === "time" ? day(field.time_value) : field.text_value;
}
