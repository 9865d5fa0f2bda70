import {
  ArrowRight,
  Bell,
  Download,
  Ellipsis,
  Globe,
  LogOut,
  Mail,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../ui/display/avatar';
import { Badge } from '../../ui/display/badge';
import { Pill } from '../../ui/display/pill';
import { Button } from '../../ui/form/button';
import { Checkbox } from '../../ui/form/checkbox';
import { IconButton } from '../../ui/form/icon-button';
import { PasswordField } from '../../ui/form/password-field';
import { SearchField } from '../../ui/form/search-field';
import { SegmentedControl } from '../../ui/form/segmented-control';
import { SelectField } from '../../ui/form/select-field';
import { Switch } from '../../ui/form/switch';
import { TextAreaField } from '../../ui/form/text-area-field';
import { TextField } from '../../ui/form/text-field';
import { Link } from '../../ui/layout/link';
import { Tabs } from '../../ui/layout/tabs';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator, MenuSubmenu } from '../../ui/overlay/menu';
import { FilterChip } from '../../ui/table/filter-chip';
import { setThemeChoice, useThemeChoice } from '../../ui/theme';
import { Row, Section } from './section';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const COUNTRIES = [
  { value: 'Austria', label: 'Austria' },
  { value: 'Portugal', label: 'Portugal' },
];
const FRUITLESS = () => undefined;

export function ThemeMenu() {
  const theme = useThemeChoice();
  return (
    <Menu trigger={<Button icon={<Avatar name="Acme Ltd" size={20} />}>Acme Ltd</Button>} align="end">
      <MenuHeading>org@breachlight.example</MenuHeading>
      <MenuItem icon={<Settings />} onSelect={FRUITLESS}>
        Settings
      </MenuItem>
      <MenuSubmenu label="Theme" icon={<Sun />}>
        <MenuChoice
          label="Theme"
          value={theme}
          onValueChange={setThemeChoice}
          options={[
            { value: 'light', label: 'Light', icon: <Sun /> },
            { value: 'dark', label: 'Dark', icon: <Moon /> },
            { value: 'match-browser', label: 'Match browser', icon: <Monitor /> },
          ]}
        />
      </MenuSubmenu>
      <MenuItem icon={<Download />} shortcut="E" onSelect={FRUITLESS}>
        Export
      </MenuItem>
      <MenuItem icon={<Bell />} disabled onSelect={FRUITLESS}>
        Mute
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={FRUITLESS}>
        Logout
      </MenuItem>
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={FRUITLESS}>
        Delete
      </MenuItem>
    </Menu>
  );
}

export function Controls() {
  const [search, setSearch] = useState('vpn.acme');
  const [chosen, setChosen] = useState<'open' | 'closed' | 'all'>('open');
  const [tab, setTab] = useState<'organization' | 'individual'>('organization');
  const [fresh, setFresh] = useState(3);
  return (
    <>
      <Section title="Buttons">
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant}>
              Save changes
            </Button>
          ))}
          <Button disabled>Disabled</Button>
        </Row>
        <Row>
          <Button size="sm" variant="primary" icon={<Plus className="size-3.5" />}>
            Add domain
          </Button>
          <Button size="md" icon={<Download className="size-4" />}>
            Export
          </Button>
          <Button size="lg" variant="primary" iconEnd={<ArrowRight className="size-4" />}>
            Continue
          </Button>
          <Button variant="primary" loadingLabel="Saving">
            Save changes
          </Button>
          <Button loadingLabel="Saving">Save changes</Button>
        </Row>
        <Row>
          <IconButton label="More actions" icon={<Ellipsis />} />
          <IconButton label="Notifications" icon={<Bell />} look="framed" />
          <IconButton label="Starred" icon={<Bell />} aria-pressed />
          <IconButton label="Not possible now" icon={<Trash2 />} look="framed" disabled />
          <Link to="/elsewhere">A link in a sentence</Link>
          <Link to="/elsewhere" look="quiet">
            A quiet link
          </Link>
          <Link href="https://breachlight.example/" look="button" newTab>
            A link as a button
          </Link>
        </Row>
      </Section>
      <Section title="Fields">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Work email" type="email" placeholder="Work email" required icon={<Mail />} />
          <TextField
            label="Phone"
            defaultValue="0043 1 234"
            error="Phone number must be in international format, starting with + followed by country code."
          />
          <PasswordField
            label="Password"
            showLabel="Show password"
            hideLabel="Hide password"
            defaultValue="invented-only-1"
            hint="At least 8 characters."
            autoComplete="off"
          />
          <SelectField label="Country" options={COUNTRIES} placeholder="Select Country" required />
          <TextField label="Email" readOnly value="ind@breachlight.example" />
          <TextField label="Device code" monospace placeholder="Enter Device Verification Code" />
          <TextField label="Disabled" disabled value="Not now" readOnly />
          <TextAreaField label="How would you like to partner?" placeholder="In a few words" required />
          <SearchField
            label="Search detections"
            clearLabel="Clear search"
            placeholder="Search address, site or URL"
            value={search}
            onValueChange={setSearch}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="flex flex-col gap-3">
            <Checkbox label="Remember me" defaultChecked />
            <Checkbox label="Leave passwords out of the export" hint="They can be added later." />
            <Checkbox label="Some of them" indeterminate />
            <Checkbox label="I agree to the terms" error="Agree to the terms to go on." />
            <Checkbox label="Not possible now" disabled />
          </div>
          <div className="flex flex-col gap-4">
            <Switch
              label="Email notifications"
              hint="One message for each leak, never one for each row."
              defaultChecked
            />
            <Switch label="Close duplicates" />
            <Switch label="Not possible now" disabled />
          </div>
        </div>
      </Section>
      <Section title="Choosing">
        <Row>
          <ThemeMenu />
          <SegmentedControl
            label="Which detections"
            value={chosen}
            onValueChange={setChosen}
            options={[
              { value: 'open', label: 'Open', count: '128' },
              { value: 'closed', label: 'Closed', count: '41' },
              { value: 'all', label: 'All' },
            ]}
          />
          <Pill label={fresh ? `${fresh} new` : undefined} onPress={() => setFresh(0)} />
        </Row>
        <Row>
          <FilterChip name="Domain" value="acme.example" removeLabel="Remove filter Domain" onRemove={FRUITLESS} />
          <FilterChip
            name="URL"
            value="https://a-very-long-host-name-that-goes-on.acme.example/with/a/path"
            removeLabel="Remove filter URL"
            onRemove={FRUITLESS}
          />
        </Row>
        <Tabs
          label="Account type"
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              value: 'organization',
              label: 'Organization',
              count: '12',
              content: <p>For a company and its domains.</p>,
            },
            { value: 'individual', label: 'Individual', content: <p>For your own addresses.</p> },
          ]}
        />
        <Row>
          <Badge>Closed</Badge>
          <Badge tone="accent" icon={<Globe aria-hidden="true" />}>
            Verified
          </Badge>
          <Badge tone="success">Sent</Badge>
          <Badge tone="info">Stealer log</Badge>
          <Badge tone="warning">Pending</Badge>
          <Badge tone="danger">Failed</Badge>
          <Avatar name="Jane Doe" size={40} />
          <Avatar name="Acme" />
          <Avatar name="Broken picture" src="data:image/png;base64,AAAA" size={32} />
          <Avatar name="A picture" src="/favicon-light.svg" size={32} />
        </Row>
      </Section>
    </>
  );
}
