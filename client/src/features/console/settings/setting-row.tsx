import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, nameOfLanguage } from '@/i18n/language';
import { RelativeTime } from '@/ui/display/relative-time';
import { toastFailure, toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { SelectField } from '@/ui/form/select-field';
import { Switch } from '@/ui/form/switch';
import { TextField } from '@/ui/form/text-field';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { useConsoleChangeSettingsMutation } from '../setup.generated';
import { inputField, type Setting } from './setting-groups';

interface SettingRowProps {
  setting: Setting;
  /** Of the settings that the page shows: nothing is saved over what somebody else changed since. */
  version: string;
  /** Whether human verification has no secret. */
  lacksSecret: boolean;
  onChanged: () => Promise<unknown>;
}

/** Saves a setting and loads all again, also after a refusal: then somebody else may have changed them. */
function useSaving({ setting: { name }, version, onChanged }: SettingRowProps) {
  const [change, { loading }] = useConsoleChangeSettingsMutation();
  const [error, setError] = useState<string>();
  async function save(value: boolean | number | string): Promise<void> {
    setError(undefined);
    try {
      const input = { [inputField(name)]: value };
      const result = (await change({ variables: { input, version } })).data?.result;
      if (result?.__typename === 'ValidationProblem') {
        setError(result.fieldErrors[0]?.messages[0]);
        return;
      }
      toastOutcome(result);
      await onChanged();
    } catch (failure) {
      toastFailure(failure);
    }
  }
  return { save, error, loading };
}

/** A setting with its explanation and its last change. */
export function SettingRow(props: SettingRowProps) {
  const { name } = props.setting;
  return (
    <li className="px-5 py-4">
      {name === 'LANGUAGE' ? (
        <LanguageSetting {...props} />
      ) : name === 'TURNKEY_SITE_KEY' || name === 'PASSWORD_RANGES_MINIMUM' ? (
        // Begins anew with what is stored now.
        <TextSetting key={props.setting.value} {...props} isNumber={name === 'PASSWORD_RANGES_MINIMUM'} />
      ) : (
        <SwitchSetting {...props} />
      )}
      <LastChange setting={props.setting} />
    </li>
  );
}

/** Question before a consequential change; undefined for others. */
function useQuestion({ setting: { name }, lacksSecret }: SettingRowProps) {
  const { t } = useTranslation('configuration');
  return (on: boolean): string | undefined => {
    switch (name) {
      case 'LOGIN_ENABLED':
        return on ? undefined : t('ask.LOGIN_ENABLED.off');
      case 'TURNKEY_ENABLED':
        return on && lacksSecret ? t('ask.TURNKEY_ENABLED.on') : undefined;
      case 'PASSWORD_RANGES_ENABLED':
      case 'EMAIL_RANGES_ENABLED':
        return t(`ask.${name}.${on ? 'on' : 'off'}`);
      default:
        return undefined;
    }
  };
}

function SwitchSetting(props: SettingRowProps) {
  const { setting } = props;
  const { t } = useTranslation('configuration');
  const { save, loading } = useSaving(props);
  const questionOf = useQuestion(props);
  const [asked, setAsked] = useState(false);
  const isOn = setting.value === 'true';
  const question = questionOf(!isOn);
  async function flip() {
    await save(!isOn);
    setAsked(false);
  }
  return (
    <>
      <Switch
        label={t(`setting.${setting.name}.label`)}
        hint={t(`setting.${setting.name}.text`)}
        checked={isOn}
        // Never disabled: that would take the focus from who uses the keyboard.
        aria-busy={loading}
        onChange={() => {
          if (loading) return;
          if (question === undefined) void flip();
          else setAsked(true);
        }}
      />
      {question !== undefined && (
        <AlertDialog
          open={asked}
          onOpenChange={setAsked}
          title={t(`setting.${setting.name}.label`)}
          message={question}
          confirmLabel={isOn ? t('turnOff') : t('turnOn')}
          cancelLabel={t('cancel')}
          tone={isOn ? 'danger' : 'neutral'}
          busyLabel={loading ? t('saving') : undefined}
          onConfirm={() => void flip()}
        />
      )}
    </>
  );
}

function TextSetting({ isNumber, ...props }: SettingRowProps & { isNumber: boolean }) {
  const { setting } = props;
  const { t } = useTranslation('configuration');
  const { save, error, loading } = useSaving(props);
  const [value, setValue] = useState(setting.value);
  function submit(event: FormEvent) {
    event.preventDefault();
    void save(isNumber ? Math.trunc(Number(value)) : value.trim());
  }
  return (
    <form onSubmit={submit} className="grid gap-2" noValidate>
      <div className="max-w-lg">
        <TextField
          label={t(`setting.${setting.name}.label`)}
          hint={t(`setting.${setting.name}.text`)}
          value={value}
          onChange={({ target }) => setValue(isNumber ? target.value.replace(/\D/g, '') : target.value)}
          error={error}
          inputMode={isNumber ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          monospace
        />
      </div>
      <div>
        <Button
          type="submit"
          size="sm"
          disabled={value.trim() === setting.value || (isNumber && value === '')}
          loadingLabel={loading ? t('saving') : undefined}
        >
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function LanguageSetting(props: SettingRowProps) {
  const { setting } = props;
  const { t } = useTranslation('configuration');
  const { save, error, loading } = useSaving(props);
  const codes: readonly string[] = LANGUAGES;
  const options = codes.map((code) => ({ value: code, label: nameOfLanguage(code) }));
  // The command line takes any language code.
  if (!codes.includes(setting.value)) options.push({ value: setting.value, label: setting.value });
  return (
    <div className="max-w-lg">
      <SelectField
        label={t(`setting.${setting.name}.label`)}
        hint={t(`setting.${setting.name}.text`)}
        value={setting.value}
        options={options}
        error={error}
        aria-busy={loading}
        onChange={({ target }) => {
          if (!loading) void save(target.value);
        }}
      />
    </div>
  );
}

function LastChange({ setting: { changedAt, changedBy, value, default: byDefault } }: { setting: Setting }) {
  const { t } = useTranslation('configuration');
  if (changedAt === null || changedBy === null) return null;
  return (
    <p className="mt-2 text-xs text-ink-muted">
      <RelativeTime iso={changedAt} /> · <bdi>{changedBy}</bdi>
      {value !== byDefault && byDefault !== 'true' && byDefault !== 'false' && (
        <> · {t('default', { value: byDefault === '' ? t('none') : byDefault })}</>
      )}
    </p>
  );
}
