import { useSiteSettings } from './site-settings';

/** In the demonstration, the command that publishes the TXT record of a domain. */
export function useDemonstrationCommand(domain: string, record: string): string | undefined {
  const { isDemonstration } = useSiteSettings();
  return isDemonstration ? `.venv/bin/breachlight demo dns ${domain} ${record}` : undefined;
}
