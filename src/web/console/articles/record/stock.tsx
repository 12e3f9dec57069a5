import { useState } from "preact/hooks";
import { WRONG_RECORDS } from "../../../../domain/audit-causes.ts";
import { MAX_PIECES } from "../../../../domain/counting/fold.ts";
import { msg } from "../../../../domain/message.ts";
import type { Pack } from "../../../../domain/packs.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type {
  ArticleLocation,
  MoveArticleStockRequest,
  SetArticleLocationsRequest,
} from "../../../api/types/endpoints.d.ts";
import { pieces, quantityLabel, quantityText } from "../../../articles/amounts.ts";
import { PackedStepper } from "../../../articles/packed-stepper.tsx";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { type Edit, isEditExpired, useEdit } from "../../forms/edit.tsx";
import { FormActions, FormBody, FormDialog, type FormFields, useForm } from "../../forms/form.tsx";
import { isSame } from "../../forms/is-same.ts";
import { useMutation } from "../../forms/mutation.tsx";
import { CHANGED_SINCE, NotDone } from "../../forms/problem.ts";
import { LocationField } from "../../locations/tree/location-field.tsx";
import { type LocationTree, pathAbove } from "../../locations/tree/location-tree.ts";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { movementsHref } from "../movements.tsx";

interface LocationsProps {
  readonly articleId: number;
  /** Of the article; null: pieces. */
  readonly unit: string | null;
  readonly packs: readonly Pack[];
  readonly query: LiveQuery<readonly ArticleLocation[]>;
  readonly tree: LocationTree | null;
}

/** The locations of an article, with the pieces at each. */
export function Places(props: LocationsProps) {
  const { articleId } = props;
  const [isEditing, setEditing] = useState(() =>
    isEditExpired(call("GET /api/articles/{id}/locations", { id: articleId })),
  );
  return (
    <Card title={t(msg("Locations"))}>
      {isEditing ? (
        <EditStock {...props} onEnd={() => setEditing(false)} />
      ) : (
        <LocationList {...props} onEdit={() => setEditing(true)} />
      )}
    </Card>
  );
}

interface ListProps extends LocationsProps {
  readonly onEdit: () => void;
}

function LocationList({ articleId, unit, packs, query, tree, onEdit }: ListProps) {
  const [moving, setMoving] = useState<ArticleLocation | null>(null);
  return (
    <>
      <QueryBoundary query={query} empty={msg("No location yet")}>
        {(places) => (
          <>
            <ul class="location-list">
              {places.map((location) => (
                <li key={location.oid}>
                  <span class="main">
                    <b>{location.location.name}</b>{" "}
                    <span class="muted">{tree !== null && pathAbove(tree, location.locationId)}</span>
                  </span>
                  <span>{pieces(location.quantity, unit)}</span>
                  {may("manage") && (
                    <Button onClick={() => setMoving(location)}>
                      {t(msg("Move…"))}
                      <span class="sr-only"> {location.location.name}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {places.length > 1 && (
              <p>
                {t(msg("Total: {pieces} at {n, plural, one {# location} other {# locations}}"), {
                  n: places.length,
                  pieces: pieces(sumOf(places), unit),
                })}
              </p>
            )}
          </>
        )}
      </QueryBoundary>
      <Toolbar>
        {may("manage") && query.body !== null && <Button onClick={onEdit}>{t(msg("Edit locations"))}</Button>}
        <a href={movementsHref({ articleId })}>{t(msg("Stock movements"))}</a>
      </Toolbar>
      {moving !== null && (
        <MoveDialog
          articleId={articleId}
          packs={packs}
          unit={unit}
          from={moving}
          onEnd={() => {
            setMoving(null);
            query.refetch();
          }}
        />
      )}
    </>
  );
}

const sumOf = (places: readonly ArticleLocation[]) => places.reduce((sum, { quantity }) => sum + quantity, 0);

interface MoveProps extends Pick<LocationsProps, "articleId" | "packs" | "unit"> {
  readonly from: ArticleLocation;
  readonly onEnd: () => void;
}

interface MoveValues extends Why {
  readonly quantity: string;
  readonly toLocationId: number | null;
}

/** Moves pieces of an article from one location to another. */
function MoveDialog({ articleId, packs, unit, from, onEnd }: MoveProps) {
  const { locationId, location, quantity } = from;
  const move = (body: MoveArticleStockRequest) =>
    call("POST /api/articles/{id}/locations/move", { id: articleId, body });
  const { run } = useMutation();
  const form = useForm({
    start: {
      quantity: String(quantity),
      toLocationId: null as number | null,
    } as MoveValues,
    labels: { quantity: msg("Pieces", "number"), toLocationId: msg("To"), reason: msg("Reason") },
    save: ({ toLocationId, quantity: count, ...why }, { create }) =>
      create(move({ ...sentWhy(why), fromLocationId: locationId, toLocationId, quantity: Number(count) })),
    onSaved: (moved, { toLocationId, quantity: count, isCorrection = false }) => {
      const pieces = { quantity: Number(count), isCorrection };
      const back = { ...pieces, fromLocationId: toLocationId, toLocationId: locationId };
      showSuccess(t(msg("Moved")), async () => {
        await run({
          send: async ({ create: createBack }) => {
            const now = await requestAsUser(call("GET /api/articles/{id}/locations", { id: articleId }));
            if (!isSame(now, moved)) throw new NotDone(t(CHANGED_SINCE));
            return createBack(move(back));
          },
        });
      });
      onEnd();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Move from {location}"), { location: location.name })}
      action={t(msg("Move"))}
      isReady={form.values.toLocationId !== null}
      onClose={onEnd}
    >
      <PiecesField
        {...form.field("quantity")}
        label={quantityLabel(unit)}
        packs={packs}
        unit={unit}
        max={quantity}
      />
      <LocationField {...form.field("toLocationId")} />
      <WhyFields form={form} />
    </FormDialog>
  );
}

/** Why the stock is changed: no part of the record, so nothing is there before it is entered. */
interface Why {
  readonly reason?: string | undefined;
  readonly isCorrection?: boolean | undefined;
}

const sentWhy = ({ reason = "", isCorrection = false }: Why) => ({ reason, isCorrection });

function WhyFields({ form }: { readonly form: FormFields<Why> }) {
  const { isCorrection = false } = form.values;
  return (
    <>
      <TextField
        {...form.field("reason")}
        value={form.values.reason ?? ""}
        onValue={(text) => form.set({ reason: text === "" ? undefined : text })}
      />
      <Checkbox
        checked={isCorrection}
        onChange={() => form.set({ isCorrection: isCorrection ? undefined : true })}
      >
        {t(WRONG_RECORDS)}
      </Checkbox>
    </>
  );
}

/** The pieces at a location. Text that is not a number is sent as it is, for the server's error. */
interface LocationStock {
  readonly locationId: number;
  readonly quantity: number | string;
}

interface ArticleStock extends Why {
  readonly locations: readonly LocationStock[];
}

const stockOf = (places: readonly ArticleLocation[]): ArticleStock => ({
  locations: places.map(({ locationId, quantity }) => ({ locationId, quantity })),
});

interface EditProps extends LocationsProps {
  readonly onEnd: () => void;
}

/** Edits the whole stock of an article: all its locations, with the pieces at each. */
function EditStock({ articleId, packs, unit, query, tree, onEnd }: EditProps) {
  const nameOf = (oid: number) => tree?.get(oid)?.name ?? `#${oid}`;
  const read = call("GET /api/articles/{id}/locations", { id: articleId });
  const write = ({ locations = edit.base?.locations ?? [], ...why }: Partial<ArticleStock>) =>
    // Text that is not a number is rejected by the server.
    call("PUT /api/articles/{id}/locations", {
      id: articleId,
      body: { ...sentWhy(why), locations: locations as SetArticleLocationsRequest["locations"] },
    });
  const edit: Edit<ArticleStock> = useEdit<ArticleStock, readonly ArticleLocation[]>(
    {
      read,
      write,
      names: NAMES,
      unrecorded: ["reason", "isCorrection"],
      show: {
        isCorrection: (is) => (is === true ? t(msg("yes")) : "–"),
        locations: (all) =>
          all
            .map(
              ({ locationId, quantity }) =>
                `${nameOf(locationId)}: ${typeof quantity === "number" ? quantityText(quantity, unit) : quantity}`,
            )
            .join(", ") || "–",
      },
    },
    query,
    stockOf,
  );
  if (edit.fields === null) return null;
  const { values, errors } = edit.fields;
  const { locations } = values;
  const set = (next: readonly LocationStock[]) => edit.set({ locations: next });
  const save = async () => {
    if (!edit.isChanged || (await edit.save())) onEnd();
  };
  return (
    <FormBody form={{ refusals: edit.refusals, submit: save }}>
      <ul class="location-list">
        {locations.map(({ locationId, quantity }, at) => (
          <li key={locationId}>
            <PiecesField
              label={t(msg("{quantity} at {location}"), {
                quantity: quantityLabel(unit),
                location: nameOf(locationId),
              })}
              packs={packs}
              unit={unit}
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
      <WhyFields form={edit.fields} />
      <FormActions form={edit} action={t(msg("Save locations"))}>
        <Button disabled={edit.isBusy} onClick={onEnd}>
          {t(msg("Cancel"))}
        </Button>
      </FormActions>
    </FormBody>
  );
}

const wholeOf = (text: string) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text);

const NAMES = { locations: msg("Locations"), reason: msg("Reason"), isCorrection: WRONG_RECORDS };

interface PiecesFieldProps extends Pick<LocationsProps, "packs" | "unit"> {
  readonly label: string;
  /** As typed: the server rejects text that is not a number. */
  readonly value: string;
  readonly max: number;
  readonly problem?: string | undefined;
  readonly onValue: (pieces: string) => void;
}

/** Pieces of an article: as text, or as packs and single pieces where it has packs. */
function PiecesField({ label, packs, unit, value, max, problem, onValue }: PiecesFieldProps) {
  if (packs.length === 0)
    return <TextField label={label} inputMode="numeric" value={value} problem={problem} onValue={onValue} />;
  const pieces = Number(value);
  return (
    <div>
      <PackedStepper
        label={label}
        packs={packs}
        unit={unit}
        value={Number.isInteger(pieces) && pieces > 0 ? pieces : 1}
        max={max}
        onValue={(next) => onValue(String(next))}
      />
      <Problem text={problem ?? null} />
    </div>
  );
}
