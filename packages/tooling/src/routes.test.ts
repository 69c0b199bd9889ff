import { describe, expect, it } from '@jest/globals';
import { opens, pageProblems, routeProblems, routeRows, routesIn } from './routes.mjs';

describe('the page of routes', () => {
  it('has every route of the application and the specification, each opened by a component test and a browser test', () => {
    expect(routeProblems()).toEqual([]);
    expect(routeRows().length).toBeGreaterThan(40);
  });

  it('is what the code and the tests say (npm run docs)', () => {
    expect(pageProblems()).toEqual([]);
    const stale = '| `/gone` | ours | GonePage | app/session | site |';
    expect(pageProblems(stale).filter((problem) => problem.startsWith('/gone'))).toEqual(['/gone is no route with the screen GonePage']);
  });

  it('notices a screen that nothing opens', () => {
    const [added] = routesIn(`<Route path="new/:id" element={screen(() => import('../features/new-page'), 'NewPage')} />`);
    expect(added).toEqual({ path: '/new/:id', component: 'NewPage', module: '../features/new-page' });
    const rows = [...routeRows(), { path: added!.path, component: added!.component, by: 'ours', components: [], browser: [] }];
    expect(routeProblems(rows)).toEqual(['/new/:id: no component test has NewPage', '/new/:id: no browser test opens it']);
  });

  it('tells a route from its neighbours', () => {
    expect(opens('appUrl}/settings?tab=security`', '/settings')).toBe(true);
    expect(opens('appUrl}/dashboard/subscription`', '/dashboard')).toBe(false);
    expect(opens("waitForURL('**/analytics/lnk_*')", '/analytics/:id')).toBe(true);
    expect(opens("waitForURL('**/analytics')", '/analytics/:id')).toBe(false);
    expect(opens("ROUTES = ['/admin/users']", '/admin')).toBe(false);
    expect(opens("call('GET', '/webhooks')", '/webhooks')).toBe(false);
  });
});
