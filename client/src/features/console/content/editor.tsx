import { type ComponentType, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/display/badge';
import { Callout } from '@/ui/feedback/callout';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { parseContent } from './content-value';
import { DocumentForm } from './document-form';
import type { PreviewProps } from './document-page';
import type { ContentDocument } from './field-tree';
import { History } from './history';
import { LeaveQuestion } from './leave-question';
import { PreviewFrame } from './preview-frame';
import { StateBadges } from './state-badges';
import { type ContentAction, useContentActions } from './use-content-actions';

interface EditorProps {
  document: ContentDocument;
  readOnly: boolean;
  Preview: ComponentType<PreviewProps>;
  onReload: () => Promise<ContentDocument | null>;
}

/** Names as the schema has them; the server converts those of errors. */
const camel = (path: string) => path.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Form of a document with its preview and history. The version is that of the form, so that no other change is lost. */
export function Editor({ document: found, readOnly, Preview, onReload }: EditorProps) {
  const { t, i18n } = useTranslation('content');
  const [loaded, setLoaded] = useState(found);
  const [value, setValue] = useState(() => parseContent(found.content));
  const [errors, setErrors] = useState<readonly { field: string; messages: readonly string[] }[]>([]);
  const [asking, setAsking] = useState<ContentAction>();
  const [busy, setBusy] = useState<ContentAction['kind']>();
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const run = useContentActions();
  const shown = useDeferredValue(value);
  const isDirty = JSON.stringify(value) !== JSON.stringify(parseContent(loaded.content));

  async function reload() {
    const fresh = await onReload();
    if (!fresh) return null;
    setLoaded(fresh);
    setValue(parseContent(fresh.content));
    return fresh;
  }

  async function act(action: ContentAction, version = loaded.version): Promise<ContentDocument | null> {
    const outcome = await run(action, { name: loaded.name, locale: loaded.locale, version });
    setErrors(outcome?.__typename === 'ValidationProblem' ? outcome.fieldErrors : []);
    return toastOutcome(outcome) ? reload() : null;
  }

  async function perform(action: ContentAction) {
    setBusy(action.kind);
    try {
      let version: string | undefined = loaded.version;
      if (action.kind === 'publish' && isDirty) {
        version = (await act({ kind: 'save', content: JSON.stringify(value) }))?.version;
      }
      if (version !== undefined) await act(action, version);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(undefined);
      setAsking(undefined);
    }
  }

  const confirm = asking && asking.kind !== 'save' ? asking.kind : 'publish';
  return (
    <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_43rem]">
      <div className="grid min-w-0 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-secondary">
            <StateBadges document={loaded} />
            {isDirty && <Badge tone="warning">{t('unsaved')}</Badge>}
            {loaded.changedAt && loaded.changedBy && (
              <span className="wrap-anywhere">
                {t('changed', { time: formatDateTime(loaded.changedAt, i18n.language), person: loaded.changedBy })}
              </span>
            )}
          </p>
          {!readOnly && (
            <div className="flex flex-wrap gap-2">
              {(loaded.isEdited || loaded.hasDraft) && (
                <Button onClick={() => setAsking({ kind: 'revert' })}>{t('revert')}</Button>
              )}
              {(loaded.hasDraft || isDirty) && (
                <Button onClick={() => setAsking({ kind: 'discard' })}>{t('discard')}</Button>
              )}
              <Button
                disabled={!isDirty}
                loadingLabel={busy === 'save' ? t('working') : undefined}
                onClick={() => void perform({ kind: 'save', content: JSON.stringify(value) })}
              >
                {t('save')}
              </Button>
              <Button
                variant="primary"
                disabled={!isDirty && !loaded.hasDraft}
                onClick={() => setAsking({ kind: 'publish' })}
              >
                {t('publish')}
              </Button>
            </div>
          )}
        </div>
        {readOnly && <Callout>{t('elsewhere')}</Callout>}
        {loaded.isOutdated && <Callout tone="warning">{t('outdated')}</Callout>}
        <DocumentForm
          fields={loaded.fields}
          value={value}
          shipped={parseContent(loaded.shipped)}
          readOnly={readOnly}
          errorOf={(path) => errors.find(({ field }) => camel(field) === camel(path))?.messages[0]}
          onChange={setValue}
        />
      </div>
      <div className="grid min-w-0 gap-6 2xl:sticky 2xl:top-6">
        <Card title={t('preview')}>
          <div className="grid gap-3">
            <div className="flex flex-wrap gap-3">
              <SegmentedControl
                label={t('width')}
                value={width}
                onValueChange={setWidth}
                options={(['desktop', 'phone'] as const).map((one) => ({ value: one, label: t(`widths.${one}`) }))}
              />
              <SegmentedControl
                label={t('theme')}
                value={theme}
                onValueChange={setTheme}
                options={(['light', 'dark'] as const).map((one) => ({ value: one, label: t(`themes.${one}`) }))}
              />
            </div>
            <PreviewFrame
              title={t('preview')}
              language={loaded.locale}
              isDark={theme === 'dark'}
              isPhone={width === 'phone'}
            >
              <Preview name={loaded.name} content={shown} />
            </PreviewFrame>
          </div>
        </Card>
        <History
          versions={loaded.versions}
          onRestore={readOnly ? undefined : (id) => setAsking({ kind: 'restore', id })}
        />
      </div>
      <LeaveQuestion isDirty={isDirty} />
      <AlertDialog
        open={asking !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsking(undefined);
        }}
        title={t(`confirm.${confirm}.title`)}
        message={t(`confirm.${confirm}.text`)}
        confirmLabel={t(`confirm.${confirm}.button`)}
        cancelLabel={t('cancel')}
        tone={confirm === 'discard' || confirm === 'revert' ? 'danger' : 'neutral'}
        busyLabel={busy ? t('working') : undefined}
        onConfirm={() => {
          if (!asking) return;
          // Without a saved draft there is nothing to discard on the server.
          if (asking.kind === 'discard' && !loaded.hasDraft) {
            setValue(parseContent(loaded.content));
            setErrors([]);
            setAsking(undefined);
          } else void perform(asking);
        }}
      />
    </div>
  );
}
