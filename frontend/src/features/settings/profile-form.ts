import { useDispatch } from 'react-redux';
import { messageOf } from '../../api/api-error';
import { setUser } from '../../api/session/session.slice';
import type { User } from '../../api/types';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { parseDestination } from '../../lib/url/destination';
import { t } from '../../messages/en/settings';
import { useUpdateProfileMutation } from './settings.api';

/** A type, not an interface: forms take it as their values. */
export type ProfileValues = { name: string; company: string; website: string };

const NAME_MAX = 100;
const COMPANY_MAX = 200;

function validate({ name, company, website }: ProfileValues) {
  const errors: Partial<Record<keyof ProfileValues, string>> = {};
  if (!name.trim()) errors.name = t('nameRequired');
  else if (name.trim().length > NAME_MAX) errors.name = t('nameTooLong');
  if (company.trim().length > COMPANY_MAX) errors.company = t('companyTooLong');
  if (website.trim() && !parseDestination(website)) errors.website = t('websiteInvalid');
  return errors;
}

const valuesOf = ({ name, company, website }: User): ProfileValues => ({ name, company, website });

/** Lives as long as the settings screen, so that changing the tab loses nothing typed. */
export function useProfileForm(user: User) {
  const dispatch = useDispatch();
  const [update] = useUpdateProfileMutation();
  const form = useForm<ProfileValues>({
    initial: valuesOf(user),
    validate,
    draftKey: 'settings-profile',
    onSubmit: async ({ name, company, website }) => {
      const saved = await update({ name: name.trim(), company: company.trim(), website: website.trim() }).unwrap();
      dispatch(setUser(saved));
      form.reset(valuesOf(saved));
      toast.success(t('profileSaved'));
    },
    onFailure: (error) => toast.error(messageOf(error, t('profileFailed'))),
  });
  return form;
}
