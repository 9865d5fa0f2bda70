import { useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Accordion, AccordionItem } from '@/ui/layout/accordion';
import { Link } from '@/ui/layout/link';

const HASH_ANALYZER = 'https://www.tunnelsup.com/hash-analyzer/';
/** Two columns, each in reading order. */
const COLUMNS = [
  [
    { id: 'unknown-accounts', question: 'faq.unknownAccounts.question', answer: 'faq.unknownAccounts.answer' },
    { id: 'password-reset', question: 'faq.passwordReset.question', answer: 'faq.passwordReset.answer' },
  ],
  [
    { id: 'malware', question: 'faq.malware.question', answer: 'faq.malware.answer' },
    { id: 'long-string', question: 'faq.longString.question', answer: 'faq.longString.answer' },
  ],
] as const;

/** FAQ. `contactAddress` is the provider's mailto link. */
export function Questions({ contactAddress }: { contactAddress: string }) {
  const { t } = useTranslation('help');
  const id = useId();
  // The translations position the links.
  const links = {
    sync: <Link to={paths.emailSettings}>{null}</Link>,
    partners: <Link href={contactAddress}>{null}</Link>,
    analyzer: (
      <Link href={HASH_ANALYZER} newTab>
        {null}
      </Link>
    ),
  };
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-semibold tracking-tight text-ink">
        {t('faq.title')}
      </h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {COLUMNS.map((questions) => (
          <Accordion key={questions[0].id}>
            {questions.map(({ id: questionId, question, answer }) => (
              <AccordionItem key={questionId} id={questionId} title={t(question)}>
                <Trans t={t} i18nKey={answer} components={links} />
              </AccordionItem>
            ))}
          </Accordion>
        ))}
      </div>
    </section>
  );
}
