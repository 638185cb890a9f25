ALTER TABLE "revision" ADD COLUMN "embed_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "baseline_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "accepted_at" bigint;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "change" json;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "baseline" json;--> statement-breakpoint
CREATE INDEX "revision_accepted" ON "revision" USING btree ("baseline_key","accepted_at") WHERE accepted_at is not null;--> statement-breakpoint
-- The key of baseline-key.ts for the revisions that are already stored.
UPDATE "revision" SET "baseline_key" = (
  SELECT "review"."project_id" || chr(31) || "artifact"."title" || chr(31) || coalesce("artifact"."variation_group", '')
    || chr(31) || coalesce(("revision"."viewport" ->> 'width') || 'x' || ("revision"."viewport" ->> 'height'), '')
    || chr(31) || coalesce("revision"."scenario", '')
  FROM "artifact" JOIN "review" ON "review"."id" = "artifact"."review_id" WHERE "artifact"."id" = "revision"."artifact_id"
) WHERE "completed_at" IS NOT NULL;--> statement-breakpoint
-- What people accepted by verifying reviews: see accept-revisions.ts.
UPDATE "revision" SET "accepted_at" = (
  SELECT "review"."decided_at" FROM "artifact" JOIN "review" ON "review"."id" = "artifact"."review_id"
  WHERE "artifact"."id" = "revision"."artifact_id"
) WHERE "id" IN (
  SELECT "latest"."id" FROM "revision" AS "latest"
  JOIN "artifact" ON "artifact"."id" = "latest"."artifact_id" JOIN "review" ON "review"."id" = "artifact"."review_id"
  WHERE "review"."status" = 'verified' AND "latest"."completed_at" <= "review"."decided_at" AND "latest"."is_before" = false
  AND NOT EXISTS (
    SELECT 1 FROM "revision" AS "later" WHERE "later"."artifact_id" = "latest"."artifact_id" AND "later"."index" > "latest"."index"
    AND "later"."completed_at" <= "review"."decided_at" AND "later"."is_before" = false
  )
);
