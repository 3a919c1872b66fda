# packaging/ci/: a test suite under Seep in CI systems. The steps are installed, as the template for GitLab calls them
# from there.

EXTRA_DIST += action.yml
cidir = $(pkgdatadir)/ci
dist_ci_DATA = packaging/ci/gitlab.yml
cistepsdir = $(cidir)/steps
dist_cisteps_DATA = packaging/ci/steps/lib.sh
dist_cisteps_SCRIPTS = packaging/ci/steps/plan packaging/ci/steps/install packaging/ci/steps/run \
  packaging/ci/steps/report packaging/ci/steps/judge packaging/ci/steps/all
