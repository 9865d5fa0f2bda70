import { useDirection } from '@base-ui/react/direction-provider';
import { useRef } from 'react';
import { MIN_COLUMN_WIDTH } from './use-column-widths';

interface ColumnResizerProps {
  label: string;
  /** Widths of this column and the next, in pixels. */
  width: number;
  nextWidth: number;
  onMove: (by: number) => void;
}

const STEP = 16;

/** Column edge, resized by dragging or arrow keys. */
export function ColumnResizer({ label, width, nextWidth, onMove }: ColumnResizerProps) {
  const from = useRef<number | null>(null);
  // Columns grow in the writing direction.
  const forward = useDirection() === 'rtl' ? -1 : 1;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator is a control, <hr> is not
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={MIN_COLUMN_WIDTH}
      aria-valuemax={Math.round(width + nextWidth - MIN_COLUMN_WIDTH)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') onMove(forward * (key === 'ArrowLeft' ? -STEP : STEP));
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientX;
      }}
      onPointerMove={(event) => {
        if (from.current === null) return;
        onMove(forward * (event.clientX - from.current));
        from.current = event.clientX;
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      className="absolute inset-y-1.5 end-0 flex w-2.5 cursor-col-resize touch-none justify-end rounded-xs before:w-px before:bg-line hover:before:w-0.5 hover:before:bg-accent"
    />
  );
}
