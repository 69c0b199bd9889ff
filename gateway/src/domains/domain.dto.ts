import { z } from 'zod';

export const createDomainBody = z
  .object({ host: z.string('Please enter a domain, for example go.example.com').max(2_000, 'That is not a domain name.') })
  .meta({ id: 'CreateDomain' });

export const updateDomainBody = z
  .object({
    rootRedirect: z
      .string()
      .max(8_192, 'The address is too long.')
      .nullable()
      .meta({ description: 'Where the root of the domain leads; null or empty: a page that says there is nothing' }),
  })
  .meta({ id: 'UpdateDomain' });

export const allowedQuery = z.object({ domain: z.string('domain is required').max(300) });

export const domainAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    host: z.string(),
    state: z.enum(['pending', 'verified', 'failed']),
    txtName: z.string().meta({ description: 'Name of the TXT record that proves who owns the domain; it alone makes the domain verified' }),
    txtValue: z.string(),
    cnameTarget: z.string().meta({ description: 'Where its CNAME, or the addresses of its A and AAAA records, lead' }),
    txtFound: z.boolean().meta({ description: 'As of checkedAt' }),
    pointsHere: z.boolean().meta({ description: 'As of checkedAt; false behind a proxy, where nobody can see it' }),
    checkedAt: z.string().nullable(),
    verifiedAt: z.string().nullable(),
    problem: z.string().nullable().meta({ description: 'What is wrong, as a sentence' }),
    linkCount: z.number(),
    rootRedirect: z.string().nullable(),
    rootBlocked: z.boolean().meta({ description: 'rootRedirect is on a block list now: the root leads nowhere until another is set' }),
    createdAt: z.string(),
  })
  .meta({ id: 'Domain' });

export const domainsAnswer = z.object({
  domains: z.array(domainAnswer),
  limit: z.number().nullable().meta({ description: 'How many the plan includes; null: any number' }),
});
export const deletedDomainAnswer = z.object({ id: z.string() });
