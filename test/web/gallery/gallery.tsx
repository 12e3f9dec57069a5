import type { ComponentChildren } from "preact";
import { State } from "../../../src/domain/inventory-states.ts";
import { Screen } from "../../../src/web/console/layout/screen.tsx";
import { StateBadge } from "../../../src/web/console/stocktakes/state-badge.tsx";
import { Badge, type Tone } from "../../../src/web/ui/badge.tsx";
import { Banner } from "../../../src/web/ui/banner.tsx";
import { Button } from "../../../src/web/ui/button.tsx";
import { Card, Cards } from "../../../src/web/ui/card.tsx";
import { Progress } from "../../../src/web/ui/progress.tsx";
import { EmptyState, Skeleton } from "../../../src/web/ui/surfaces.tsx";
import { Toolbar } from "../../../src/web/ui/toolbar.tsx";
import { Rows, Trees } from "./rows.tsx";

const TONES: readonly Tone[] = ["neutral", "muted", "info", "success", "warning", "danger"];
const STATES = Object.values(State).filter((state): state is State => typeof state === "number");

/** `#/`: the components of src/web/ui but controls (`#/states`) and what opens. Its texts are not translated. */
export function GalleryScreen() {
  return (
    <Screen title="Components">
      <Group name="Badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="danger" icon="warning">
          Not responding
        </Badge>
      </Group>
      <Group name="States of a stocktake">
        {STATES.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
      </Group>
      <Rows />
      <Trees />
      <h2>Messages</h2>
      <Banner>The import goes on when this page is closed.</Banner>
      <Banner tone="success">The backup is complete.</Banner>
      <Banner tone="warning">The certificate expires in 12 days.</Banner>
      <Banner tone="danger">The disk is not accepting writes.</Banner>
      <Cards>
        <Card title="Progress">
          <Progress label="1,189 of 1,500 counted (79%)" value={1189} max={1500} />
          <Progress label="Waiting for the server" />
        </Card>
        <Card title="Loading">
          <Skeleton lines={5} label="Loading…" />
        </Card>
        <EmptyState icon="article" title="No articles yet" text="Import your list, or create the first one.">
          <Button>Import articles</Button>
        </EmptyState>
      </Cards>
    </Screen>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <h2>{name}</h2>
      <Toolbar>{children}</Toolbar>
    </>
  );
}
