# ci/: a test suite under Seep in CI systems. The steps are installed, as the template for GitLab calls them from there.

EXTRA_DIST += action.yml
cidir = $(pkgdatadir)/ci
dist_ci_DATA = ci/gitlab.yml
cistepsdir = $(cidir)/steps
dist_cisteps_DATA = ci/steps/lib.sh
dist_cisteps_SCRIPTS = ci/steps/plan ci/steps/install ci/steps/run ci/steps/report ci/steps/judge ci/steps/all
