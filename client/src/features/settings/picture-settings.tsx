import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { syncAccount } from '@/lib/session/sync-account';
import { Avatar } from '@/ui/display/avatar';
import { accountToast, toastFailure } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import {
  type RemoveUserImageMutation,
  type SetUserImageMutation,
  useRemoveUserImageMutation,
  useSetUserImageMutation,
} from './account.generated';
import { cropToSquare } from './crop-image';

/** Profile picture, or the initials. */
export function PictureSettings() {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [setImage, { loading: saving }] = useSetUserImageMutation({ fetchPolicy: 'no-cache' });
  const [removeImage, { loading: removing }] = useRemoveUserImageMutation({ fetchPolicy: 'no-cache' });
  const [reading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const name = displayName(account) ?? '';
  const image = account?.user.image_url ?? undefined;

  async function upload(file: File) {
    let picture: string;
    setReading(true);
    try {
      picture = await cropToSquare(file);
    } catch {
      accountToast('error', t('picture.unreadable'));
      return;
    } finally {
      setReading(false);
    }
    try {
      const { data } = await setImage({ variables: { image: picture } });
      finish(data?.setUserImage);
    } catch (error) {
      toastFailure(error);
    }
  }

  async function remove() {
    try {
      const { data } = await removeImage();
      finish(data?.removeUserImage);
    } catch (error) {
      toastFailure(error);
    }
  }

  return (
    <Card title={t('picture.title')}>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={name} src={image} size={72} />
        <div className="min-w-48 flex-1">
          <p className="text-sm text-ink-muted">{t('picture.text')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<ImageUp className="size-3.5" />}
              onClick={() => input.current?.click()}
              loadingLabel={saving || reading ? t('picture.saving') : undefined}
            >
              {t('picture.choose')}
            </Button>
            {image && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => void remove()}
                loadingLabel={removing ? t('picture.removing') : undefined}
              >
                {t('picture.remove')}
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-label={t('picture.choose')}
            hidden
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              // Lets the user choose the same file again after a failure.
              event.target.value = '';
              if (file) void upload(file);
            }}
          />
        </div>
      </div>
    </Card>
  );
}

/** Store the account with its new picture, or show the error. */
function finish(
  result: SetUserImageMutation['setUserImage'] | RemoveUserImageMutation['removeUserImage'] | undefined,
): void {
  if (result?.__typename === 'UpdateProfileSuccess') {
    syncAccount(result.account);
    accountToast('success', result.message);
    return;
  }
  const problem = result && 'fieldErrors' in result ? result.fieldErrors[0]?.messages[0] : undefined;
  if (problem === undefined) toastFailure(result);
  else accountToast('error', problem);
}
