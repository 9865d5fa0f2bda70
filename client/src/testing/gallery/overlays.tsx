import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MonospaceValue } from '../../ui/display/monospace-value';
import { SecretValue } from '../../ui/display/secret-value';
import { SeverityMark } from '../../ui/display/severity-mark';
import { Stat } from '../../ui/display/stat';
import { Callout } from '../../ui/feedback/callout';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { AllClear, NoMatch, NoneYet } from '../../ui/feedback/illustrations';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Spinner } from '../../ui/feedback/spinner';
import { toast } from '../../ui/feedback/toast';
import { Button } from '../../ui/form/button';
import { CopyButton } from '../../ui/form/copy-button';
import { IconButton } from '../../ui/form/icon-button';
import { TextField } from '../../ui/form/text-field';
import { Card } from '../../ui/layout/card';
import { AlertDialog } from '../../ui/overlay/alert-dialog';
import { Dialog } from '../../ui/overlay/dialog';
import { Drawer } from '../../ui/overlay/drawer';
import { Popover } from '../../ui/overlay/popover';
import { Row, Section } from './section';

const URL_SAMPLE =
  'https://sso.acme.example/realms/staff/protocol/openid-connect/auth?client_id=portal&state=Zm9vYmFyYmF6';
const HASH = '$argon2id$v=19$m=65536,t=3,p=4$aW52ZW50ZWQtc2FsdA$RdescudvJCsgt3ub+b1kwi7nCw';

function Secret({ boxed = false }: { boxed?: boolean }) {
  return (
    <SecretValue
      hiddenLabel="Hidden password"
      revealLabel="Reveal password"
      revealingLabel="Revealing"
      hideLabel="Hide password"
      hidesIn={(seconds) => `Hides in ${seconds} s`}
      copyLabel="Copy password"
      copiedLabel="Copied"
      onCopy={() => undefined}
      boxed={boxed}
      onReveal={() => new Promise((resolve) => setTimeout(() => resolve('an-invented-Passw0rd  with spaces'), 400))}
    />
  );
}

export function Values() {
  return (
    <Section title="Evidence">
      <MonospaceValue
        boxed
        value={URL_SAMPLE}
        action={<CopyButton value={URL_SAMPLE} label="Copy URL" copiedLabel="Copied" />}
      />
      <MonospaceValue boxed value={HASH} />
      <MonospaceValue truncate value={URL_SAMPLE} />
      <Secret />
    </Section>
  );
}

export function States() {
  return (
    <Section title="States">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Stat label="Total" value="1,284" note="All detections" to="/dashboard/alerts" />
        <Stat label="New" value="37" note="Not read yet" to="/dashboard/alerts" />
        <Stat label="Last 90 days" value={undefined} />
        <Stat label="Average leaks per email" value="2.4" />
      </div>
      <Callout
        tone="warning"
        title="Your e-mail address is not verified yet"
        action={<Button size="sm">Resend email</Button>}
      >
        Detections for it start once you open the link that we sent.
      </Callout>
      <Callout>Breach alerts are mailed once for each leak.</Callout>
      <ErrorPanel
        title="Couldn't load detections"
        text="Cannot connect to the server. Please check your internet connection."
        retryLabel="Try again"
        onRetry={() => undefined}
      />
      <div className="grid gap-4 lg:grid-cols-3">
        <Card padded={false}>
          <EmptyState
            illustration={<NoneYet />}
            title="Nothing watched yet"
            text="Verify a domain, and every leaked login at it is shown here."
            action={<Button variant="primary">Add domain</Button>}
          />
        </Card>
        <Card padded={false}>
          <EmptyState illustration={<AllClear />} title="All clear" text="Every detection has been dealt with." />
        </Card>
        <Card padded={false}>
          <EmptyState
            illustration={<NoMatch />}
            title="No matching detections"
            text="Two filters are in force."
            action={<Button>Clear all filters</Button>}
          />
        </Card>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Card title="Loading" description="The place of what is on its way.">
          <div className="flex flex-col gap-3">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-24 w-full" />
          </div>
        </Card>
        <Card title="Waiting" footer={<Button variant="primary">Save changes</Button>}>
          <div className="grid place-items-center">
            <Spinner label="Loading settings" />
          </div>
        </Card>
      </div>
    </Section>
  );
}

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'drawer' | 'popover'>();
  const close = () => setOpen(undefined);
  return (
    <Section title="In front of the page">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('alert')}>Open question</Button>
        <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
        <Popover
          open={open === 'popover'}
          onOpenChange={(next) => setOpen(next ? 'popover' : undefined)}
          title="Notifications"
          trigger={<Button>Open popover</Button>}
        >
          <EmptyState title="Nothing new" illustration={<AllClear />} />
        </Popover>
      </Row>
      <Row>
        <Button onClick={() => toast('success', 'Login successful', { flow: 'account' })}>Success notice</Button>
        <Button
          onClick={() =>
            toast('success', '3 detections closed', {
              action: { label: 'Undo', onPress: () => toast('info', 'Undone') },
            })
          }
        >
          Notice with undo
        </Button>
        <Button
          onClick={() =>
            toast('error', 'Cannot connect to the server. Please check your internet connection.', { flow: 'account' })
          }
        >
          Error notice
        </Button>
        <Button
          onClick={() =>
            toast('warning', 'Exports take a while', {
              description: 'We will mail you when yours is ready.',
              flow: 'account',
            })
          }
        >
          Warning notice
        </Button>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Device Verification"
        description="Open your authenticator and enter the code that it shows."
        closeLabel="Close"
        footer={
          <>
            <Button onClick={close}>Close</Button>
            <Button variant="primary" onClick={close}>
              Verify
            </Button>
          </>
        }
      >
        <TextField label="Code" placeholder="Enter Device Verification Code" inputMode="numeric" monospace />
      </Dialog>
      <AlertDialog
        open={open === 'alert'}
        onOpenChange={close}
        title="MFA Settings"
        message="Disable Device MFA?"
        confirmLabel="Yes"
        cancelLabel="No"
        tone="danger"
        onConfirm={close}
      />
      <Drawer
        open={open === 'drawer'}
        onOpenChange={close}
        title="j.doe@acme.example"
        description={<SeverityMark level="CRITICAL" label="Critical" look="soft" />}
        closeLabel="Close"
        actions={
          <>
            <IconButton size="sm" label="Previous detection" icon={<ChevronUp />} />
            <IconButton size="sm" label="Next detection" icon={<ChevronDown />} />
          </>
        }
        footer={
          <>
            <Button variant="primary">Close detection</Button>
            <Button>Mark as read</Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <Callout tone="warning" title="What to do now">
            Remove the malware on the device first, then change the password everywhere it was used.
          </Callout>
          <dl className="flex flex-col gap-4 text-sm">
            <Fact term="URL">
              <MonospaceValue
                boxed
                value={URL_SAMPLE}
                action={<CopyButton value={URL_SAMPLE} label="Copy URL" copiedLabel="Copied" />}
              />
            </Fact>
            <Fact term="Username">
              <MonospaceValue boxed value="j.doe@acme.example" />
            </Fact>
            <Fact term="Password">
              <Secret boxed />
            </Fact>
            <Fact term="Leak">Invented collection, March 2026</Fact>
            <Fact term="First seen">3 March 2026</Fact>
          </dl>
        </div>
      </Drawer>
    </Section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="text-base text-ink">{children}</dd>
    </div>
  );
}
