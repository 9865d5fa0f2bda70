import { Download } from 'lucide-react';
import { Logo } from '../../ui/display/logo';
import { Toaster } from '../../ui/feedback/toaster';
import { Button } from '../../ui/form/button';
import { PageHeader } from '../../ui/layout/page-header';
import { SkipLink } from '../../ui/layout/skip-link';
import { Controls, ThemeMenu } from './controls';
import { Foundations } from './foundations';
import { Lists } from './lists';
import { Overlays, States, Values } from './overlays';

/** Gallery of UI components in all states, for review and axe. Development only. */
export function Gallery() {
  return (
    <>
      <SkipLink targetId="content" label="Skip to content" />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center justify-between px-4 md:px-8">
          <Logo name="Breachlight" />
          <ThemeMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto flex max-w-6xl flex-col gap-10 px-4 py-8 md:px-8">
        <PageHeader
          title="Active Detections - Workforce"
          description="These detections are currently open and require investigation."
          actions={<Button icon={<Download className="size-4" />}>Export</Button>}
        />
        <Lists />
        <States />
        <Values />
        <Controls />
        <Overlays />
        <Foundations />
      </main>
      <Toaster label="Notifications" closeLabel="Dismiss" />
    </>
  );
}
