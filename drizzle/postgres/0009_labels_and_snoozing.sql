CREATE TABLE "snoozed" (
	"user_id" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"until" bigint NOT NULL,
	CONSTRAINT "snoozed_user_id_review_id_pk" PRIMARY KEY("user_id","review_id")
);
--> statement-breakpoint
DROP INDEX "verdict_review";--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "reactions" json;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "label" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "snoozed" ADD CONSTRAINT "snoozed_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snoozed" ADD CONSTRAINT "snoozed_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snoozed_review" ON "snoozed" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "archived_review" ON "archived" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "verdict_author" ON "verdict" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "verdict_review" ON "verdict" USING btree ("review_id","author_id","created_at");