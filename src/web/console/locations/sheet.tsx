import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { MakeSheetOfLocationsRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/select.tsx";
import { SheetForm } from "../label-sheets/sheet-form.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLocations, withBelow } from "./tree/location-tree.ts";

/** `#/locations/:id/sheet`: a sheet of labels for a location and all below it, as a PDF. */
export function SheetScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const { query, tree } = useLocations();
  const [isOnly, setOnly] = useState(false);
  const location = tree?.get(oid) ?? null;
  const locations = location === null || tree === null ? [] : isOnly ? [location] : withBelow(tree, location);
  const labels = locations.filter(({ code }) => code !== null).length;
  return (
    <Screen
      title={t(msg("Sheet of labels: {name}"), { name: location?.name ?? "" })}
      above={<a href={`#/locations/${oid}/labels`}>{t(msg("Labels"))}</a>}
    >
      <QueryBoundary query={query}>
        {() =>
          location === null ? (
            t(msg("This location no longer exists."))
          ) : (
            <Card>
              <Select
                label={t(msg("Locations"))}
                value={isOnly ? "1" : ""}
                items={[
                  { value: "", label: t(msg("This location and all under it")) },
                  { value: "1", label: t(msg("This location only")) },
                ]}
                onValue={(value) => setOnly(value === "1")}
              />
              <p role="status">
                {t(msg("{n, plural, one {# label.} other {# labels.}}"), { n: labels })}{" "}
                {locations.length > labels &&
                  t(
                    msg(
                      "{n, plural, one {# location without a code gets} other {# locations without a code get}} no label.",
                    ),
                    { n: locations.length - labels },
                  )}
              </p>
              <SheetForm
                request={(choice) => {
                  const body = { ...choice, withBelow: !isOnly };
                  // The names of sheets are those of the API.
                  return call("POST /api/locations/{id}/label-sheet", {
                    id: oid,
                    body: body as MakeSheetOfLocationsRequest,
                  });
                }}
              />
            </Card>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}
