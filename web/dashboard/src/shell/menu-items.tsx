import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { openShortcuts } from '../keyboard/shortcut-help-state.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { useWords } from '../words/use-words.tsx';
import { PreferenceChoices } from './preference-choices.tsx';
import { PHONE_MORE_SECTIONS } from './sections.ts';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenuItems({ trigger }: { readonly trigger: ReactElement }) {
  const { shell } = useWords();
  const signOut = useSignOut();
  return (
    <Menu trigger={trigger} side="top" startsOpen>
      <PreferenceChoices />
      <MenuLine />
      <MenuItem icon="info" onSelect={openShortcuts}>
        {shell.help}
      </MenuItem>
      <MenuItem icon="signOut" onSelect={signOut}>
        {shell.signOut}
      </MenuItem>
    </Menu>
  );
}

/** What does not fit into the bar of a phone. */
export function MoreItems({ trigger }: { readonly trigger: ReactElement }) {
  const words = useWords();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu trigger={trigger} side="top" startsOpen>
      {PHONE_MORE_SECTIONS.map((section) => (
        <MenuItem
          key={section.to}
          icon={section.icon}
          onSelect={() => navigate({ to: section.to })}
        >
          {section.name(words)}
        </MenuItem>
      ))}
      <MenuLine />
      <PreferenceChoices />
      <MenuLine />
      <MenuItem icon="signOut" onSelect={signOut}>
        {words.shell.signOut}
      </MenuItem>
    </Menu>
  );
}
