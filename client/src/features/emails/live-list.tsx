import { Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/lib/format';
import { connection } from '@/lib/graphql/client';
import { toUserMessage } from '@/lib/graphql/errors';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Callout } from '@/ui/feedback/callout';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import {
  EmailAccountsDocument,
  LiveEmailAccountListDocument,
  useForgetLiveEmailAccountsMutation,
  useLiveEmailAccountListQuery,
} from './emails.generated';
import { type SavedList, uploadList } from './upload-list';

const DEPENDENT = [LiveEmailAccountListDocument, EmailAccountsDocument];

/** User account sync: upload of active accounts, so that detections for others are flagged (FAQ 1). */
export function LiveList({ manages }: { manages: boolean }) {
  const { t, i18n } = useTranslation('emails');
  const asked = useLiveEmailAccountListQuery({ fetchPolicy: 'cache-and-network' });
  const { data } = asked;
  const [forget, { loading: forgetting }] = useForgetLiveEmailAccountsMutation({
    fetchPolicy: 'no-cache',
    refetchQueries: DEPENDENT,
  });
  const chooser = useRef<HTMLInputElement>(null);
  const [uploading, setUploading] = useState(false);
  const [saved, setSaved] = useState<SavedList>();
  const [problem, setProblem] = useState<string>();
  const known = data?.liveEmailAccountList;

  async function upload(file: File | undefined) {
    if (!file) return;
    setSaved(undefined);
    setProblem(undefined);
    setUploading(true);
    try {
      setSaved(await uploadList(file));
      await connection.client.refetchQueries({ include: DEPENDENT });
    } catch (refusal) {
      setProblem(toUserMessage(refusal));
    } finally {
      setUploading(false);
    }
  }

  async function takeBack() {
    setSaved(undefined);
    try {
      toastOutcome((await forget()).data?.forgetLiveEmailAccounts);
    } catch (refusal) {
      toastFailure(refusal);
    }
  }

  return (
    <Card title={t('live.title')} description={t('live.text')}>
      <div className="grid gap-4">
        <AsyncContent query={asked}>
          {data ? (
            <p className="text-base text-ink">
              {known
                ? t('live.known', { count: known.size, time: formatDateTime(known.uploadedAt, i18n.language) })
                : t('live.unknown')}
            </p>
          ) : (
            <Skeleton className="h-5 w-64" />
          )}
        </AsyncContent>
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        {saved && (
          <div role="status">
            <Callout tone="success" title={t('live.saved', { count: saved.size })}>
              {t('live.exist', { count: saved.live })} {t('live.gone', { count: saved.gone })}
              {saved.invalid > 0 && ` ${t('live.invalid', { count: saved.invalid })}`}
              {saved.foreign > 0 && ` ${t('live.foreign', { count: saved.foreign })}`}
            </Callout>
          </div>
        )}
        {manages ? (
          <div className="flex flex-wrap gap-2">
            <input
              ref={chooser}
              type="file"
              hidden
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => {
                void upload(event.target.files?.[0]);
                // Lets the user choose the same file again.
                event.target.value = '';
              }}
            />
            <Button
              icon={<Upload className="size-4" />}
              onClick={() => chooser.current?.click()}
              loadingLabel={uploading ? t('live.uploading') : undefined}
            >
              {t(known ? 'live.replace' : 'live.upload')}
            </Button>
            {known && (
              <Button
                icon={<Trash2 className="size-4" />}
                onClick={() => void takeBack()}
                loadingLabel={forgetting ? t('live.removing') : undefined}
              >
                {t('live.remove')}
              </Button>
            )}
          </div>
        ) : (
          <p className="text-sm text-ink-muted">{t('live.onlyOwners')}</p>
        )}
      </div>
    </Card>
  );
}
