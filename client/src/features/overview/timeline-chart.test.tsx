import { DirectionProvider } from '@base-ui/react/direction-provider';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { loadTexts } from '@/i18n';
import { barsOf } from './bars';
import { TimelineChart } from './timeline-chart';

const item = (day: string, userEvents: number) => ({
  __typename: 'TimelineItem' as const,
  day,
  userEvents,
  domainEvents: 0,
  totalEvents: userEvents,
});

it('follows the writing direction, with the newest day at the end', async () => {
  await loadTexts('overview');
  const user = userEvent.setup();
  const items = [item('2026-02-26', 4), item('2026-02-27', 5), item('2026-02-28', 6)];
  render(
    <DirectionProvider direction="rtl">
      <MemoryRouter>
        <TimelineChart bars={barsOf(items)} split="kind" width={660} />
      </MemoryRouter>
    </DirectionProvider>,
  );
  const day = screen.getByRole('link', { name: /6 detections/ });
  expect(day).toHaveStyle({ left: '0px' });
  act(() => day.focus());
  await user.keyboard('{ArrowRight}');
  expect(day).toHaveAccessibleName(/5 detections/);
  expect(day).toHaveStyle({ left: '200px' });
  await user.keyboard('{Home}');
  expect(day).toHaveAccessibleName(/4 detections/);
  await user.keyboard('{End}{ArrowLeft}');
  expect(day).toHaveAccessibleName(/6 detections/);
});
