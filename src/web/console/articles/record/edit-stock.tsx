import { MAX_PIECES } from "../../../../domain/counting/fold.ts";
import { msg } from "../../../../domain/message.ts";
import type { Pack } from "../../../../domain/packs.ts";
import { call } from "../../../api/call.ts";
import type { ArticleLocation, SetArticleLocationsRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ConflictChoice, useEdit } from "../../forms/edit.tsx";
import { FormBody } from "../../forms/form.tsx";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { LocationField } from "../location-field.tsx";
import { PiecesField } from "./pieces-field.tsx";

/** The pieces at a location. Text that is not a number is sent as it is, for the server's error. */
interface LocationStock {
  readonly locationId: number;
  readonly quantity: number | string;
}

interface ArticleStock {
  readonly locations: readonly LocationStock[];
}

const stockOf = (places: readonly ArticleLocation[]): ArticleStock => ({
  locations: places.map(({ locationId, quantity }) => ({ locationId, quantity })),
});

interface EditProps {
  readonly articleId: number;
  readonly packs: readonly Pack[];
  readonly query: LiveQuery<readonly ArticleLocation[]>;
  readonly tree: LocationTree | null;
  readonly onEnd: () => void;
}

/** Edits the whole stock of an article: all its locations, with the pieces at each. */
export function EditStock({ articleId, packs, query, tree, onEnd }: EditProps) {
  const read = call("GET /api/articles/{id}/locations", { id: articleId });
  const write = ({ locations = [] }: Partial<ArticleStock>) =>
    // Text that is not a number is rejected by the server.
    call("PUT /api/articles/{id}/locations", {
      id: articleId,
      body: { locations: locations as SetArticleLocationsRequest["locations"] },
    });
  const edit = useEdit<ArticleStock, readonly ArticleLocation[]>(
    { read, write, names: NAMES },
    query,
    stockOf,
  );
  if (edit.fields === null) return null;
  const { values, errors } = edit.fields;
  const { locations } = values;
  const set = (next: readonly LocationStock[]) => edit.set({ locations: next });
  const nameOf = (oid: number) => tree?.get(oid)?.name ?? `#${oid}`;
  const save = async () => {
    if (!edit.isChanged || (await edit.save())) onEnd();
  };
  return (
    <FormBody form={{ refusals: edit.refusals, submit: save }}>
      <ul class="location-list">
        {locations.map(({ locationId, quantity }, at) => (
          <li key={locationId}>
            <PiecesField
              label={t(msg("Pieces at {location}"), { location: nameOf(locationId) })}
              packs={packs}
              max={MAX_PIECES}
              value={String(quantity)}
              problem={errors[`locations.${at}.quantity`] ?? errors[`locations.${at}.locationId`]}
              onValue={(text) =>
                set(locations.map((one, i) => (i === at ? { locationId, quantity: wholeOf(text) } : one)))
              }
            />
            <IconButton
              icon="cross"
              label={t(msg("Remove {location}"), { location: nameOf(locationId) })}
              onClick={() => set(locations.filter((_, i) => i !== at))}
            />
          </li>
        ))}
      </ul>
      <LocationField
        label={t(msg("Add location"))}
        value={null}
        onValue={(oid) => {
          if (oid !== null && locations.every(({ locationId }) => locationId !== oid))
            set([...locations, { locationId: oid, quantity: 1 }]);
        }}
      />
      <Problem text={edit.problem} />
      <Toolbar>
        <Button type="submit" disabled={edit.isBusy}>
          {t(msg("Save locations"))}
        </Button>
        <Button kind="secondary" disabled={edit.isBusy} onClick={onEnd}>
          {t(msg("Cancel"))}
        </Button>
      </Toolbar>
      <ConflictChoice
        edit={edit}
        show={{
          locations: (all) =>
            all.map(({ locationId, quantity }) => `${nameOf(locationId)}: ${quantity}`).join(", ") || "–",
        }}
        onSaved={onEnd}
      />
    </FormBody>
  );
}

const wholeOf = (text: string) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text);

const NAMES = { locations: msg("Locations") };
